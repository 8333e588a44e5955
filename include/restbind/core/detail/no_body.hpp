// Says that a request goes without the body that it may have.
#pragma once

namespace restbind
{

/** The tag for a request without its optional body. */
struct no_body_t
{
    enum class made
    {
        once
    };

    /** Not made of `{}` or of a number, so that no request in braces is mistaken for it. */
    explicit constexpr no_body_t(made) noexcept {}
};

/** In place of a request whose body may be left out: `client.start_job(restbind::no_body)`. */
inline constexpr no_body_t no_body{no_body_t::made::once};

} // namespace restbind
