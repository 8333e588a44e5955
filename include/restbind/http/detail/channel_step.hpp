#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/secure_channel.hpp>

namespace restbind::http::detail
{

/** What a step of encryption came to. One that waits for nothing has failed: it would be taken for
    ever, and no other work of the thread would go on. */
inline secure_channel::status checked(secure_channel& channel, secure_channel::status step)
{
    using status = secure_channel::status;
    return step == status::want_write && channel.outgoing().empty() ? status::failed : step;
}

/** Whether encryption has come to its end with a step. */
constexpr bool has_ended(secure_channel::status step) noexcept
{
    return step == secure_channel::status::closed || step == secure_channel::status::failed;
}

/** Why encryption has failed. Always an error with a code, also if the channel names none.

    @param usual Its kind, if the channel names none.
*/
RESTBIND_COLD inline error channel_failure(secure_channel const& channel, error_kind usual)
{
    error failure = channel.failure();
    if (failure == error_kind::none)
        return error(usual, "encryption ended without saying why");
    if (!failure.code())
        failure.with_code(make_error_code(failure.kind()));
    return failure;
}

} // namespace restbind::http::detail
