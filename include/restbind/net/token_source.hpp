#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/token_state.hpp>
#include <restbind/net/waiter.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::net::detail
{

/** A token ready to be sent. */
struct authorization
{
    /** The whole header line, `Authorization: Bearer …` and line end; null if requests carry no
        token. */
    std::shared_ptr<secret const> line;

    /** Number of the token; 0 if it cannot be renewed. */
    std::uint64_t generation = 0;

    /** The line, or an empty text. */
    std::string_view text() const noexcept { return line ? line->reveal() : std::string_view(); }

    /** The token itself, or an empty text. */
    std::string_view token() const noexcept
    {
        std::string_view const whole = text();
        return whole.empty() ? whole
                             : whole.substr(prefix.size(), whole.size() - prefix.size() - 2);
    }

    static constexpr std::string_view prefix = "Authorization: Bearer ";
};

/** Makes the header line of a token. */
inline std::shared_ptr<secret const> authorization_line(std::string_view token)
{
    std::string line;
    line.reserve(authorization::prefix.size() + token.size() + 2);
    line.append(authorization::prefix).append(token).append("\r\n");
    return std::make_shared<secret const>(std::move(line));
}

/** The token that all calls of a client share. Guarded by the engine's mutex. */
struct token_source
{
    /** Decides when the token is used, renewed or waited for. */
    http::token_state state;

    /** The newest token. */
    std::shared_ptr<secret const> line;

    /** Why the last request failed. */
    error last_failure;

    /** Calls that wait for the request in flight. */
    wait_queue waiting;
};

} // namespace restbind::net::detail
