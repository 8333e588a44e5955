// What is left in memory of a secret and a token when the client that used them is gone.
#include "fixture.hpp"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace
{

using namespace fake;

/// A text that stands nowhere in the program's memory unless somebody has put it together.
class hidden_text
{
public:
    constexpr explicit hidden_text(char const (&text)[25])
    {
        for (std::size_t i = 0; i != masked_.size(); ++i)
            masked_[i] = static_cast<char>(text[i] ^ mask);
    }

    /// The caller wipes it.
    std::string reveal() const
    {
        std::string text(masked_.size(), '\0');
        for (std::size_t i = 0; i != masked_.size(); ++i)
            text[i] = static_cast<char>(masked_[i] ^ mask);
        return text;
    }

    bool stands_at(char const* place) const
    {
        for (std::size_t i = 0; i != masked_.size(); ++i)
            if ((place[i] ^ mask) != masked_[i])
                return false;
        return true;
    }

    static constexpr std::size_t size = 24;

private:
    static constexpr char mask = 0x2A;
    std::array<char, size> masked_{};
};

// The secret is given in two forms: its form encoding differs at the plus sign only.
constexpr hidden_text secret_canary("Zq7wK2mV9xR4tB6nY1pL8sD3");
constexpr hidden_text token_canary("Hc5jF0gW7kQ2vN9bX4mT1zS6");

/// Copies of a text in all memory that this process can write to, its own stack below this function
/// apart.
std::size_t copies_of(hidden_text const& text)
{
    std::size_t found = 0;
    std::ifstream memory("/proc/self/mem", std::ios::binary);
    std::ifstream maps("/proc/self/maps");
    std::string piece(1U << 20, '\0');
    for (std::string line; std::getline(maps, line);)
    {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        std::string access;
        std::istringstream(line) >> std::hex >> begin >> dash >> end >> access;
        bool const is_heap_or_data =
            line.find("[stack]") == std::string::npos && line.find("[v") == std::string::npos;
        // The shadow of a sanitizer is endless and holds no texts.
        bool const is_shadow = end - begin > (std::uintptr_t{1} << 32);
        if (!access.starts_with("rw") || !is_heap_or_data || is_shadow)
            continue;
        std::size_t kept = 0;
        for (std::uintptr_t at = begin; at < end;)
        {
            std::size_t const room = std::min<std::size_t>(piece.size() - kept, end - at);
            memory.clear();
            memory.seekg(static_cast<std::streamoff>(at));
            if (!memory.read(piece.data() + kept, static_cast<std::streamsize>(room)))
                break;
            std::size_t const size = kept + room;
            char const* const own_begin = piece.data();
            for (std::size_t i = 0; i + hidden_text::size <= size; ++i)
            {
                std::uintptr_t const place = at - kept + i;
                bool const in_own_piece =
                    place + hidden_text::size > reinterpret_cast<std::uintptr_t>(own_begin) &&
                    place < reinterpret_cast<std::uintptr_t>(own_begin) + piece.size();
                found += !in_own_piece && text.stands_at(piece.data() + i) ? 1U : 0U;
            }
            kept = std::min(size, hidden_text::size - 1);
            std::memmove(piece.data(), piece.data() + size - kept, kept);
            at += room;
        }
    }
    // What stood in the piece must not be found by the next search.
    restbind::wipe(piece);
    return found;
}

/// A scripted server in a process of its own, so that its copies are not counted.
class server_process
{
public:
    server_process()
    {
        int ends[2];
        BOOST_TEST_REQUIRE(::pipe(ends) == 0);
        child_ = ::fork();
        BOOST_TEST_REQUIRE(child_ >= 0);
        if (child_ == 0)
        {
            std::atomic<int> asked{0};
            scripted_server server(
                [&](received_request const& request)
                {
                    if (!is_token_request(request))
                        return answer(request.index == 2 ? 409 : 200, good_body);
                    ++asked;
                    return token_answer(token_canary.reveal());
                });
            std::uint16_t const port = server.port();
            static_cast<void>(!::write(ends[1], &port, sizeof port));
            for (;;)
                ::pause();
        }
        BOOST_TEST_REQUIRE(::read(ends[0], &port_, sizeof port_) == ssize_t{sizeof port_});
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~server_process()
    {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    server_process(server_process const&) = delete;
    server_process& operator=(server_process const&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

private:
    pid_t child_ = 0;
    std::uint16_t port_ = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_memory)

// proves: R5-5
// survives: X7
BOOST_AUTO_TEST_CASE(neither_secret_nor_token_is_left_in_memory_when_the_client_is_gone)
{
    server_process const server;
    {
        net::client_options options;
        options.base_url = server.url();
        options.auth_url = server.url() + "/login";
        options.credentials.client_id = "kiosk";
        options.credentials.directory_id = "dir";
        options.credentials.scope = "scope";
        std::string text = secret_canary.reveal();
        options.credentials.client_secret = restbind::secret(text);
        restbind::wipe(text);

        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::conflict));
        BOOST_TEST(copies_of(secret_canary) == 1U, "the search does not find what is there");
        BOOST_TEST(copies_of(token_canary) == 1U, "the token stands elsewhere than in the client");
    }
    BOOST_TEST(copies_of(secret_canary) == 0U);
    BOOST_TEST(copies_of(token_canary) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
