// SPDX-License-Identifier: BSL-1.0
// The buffers between OpenSSL and a socket, with OpenSSL's calls and without encryption.
#include <restbind/tls/detail/cipher_buffers.hpp>
#include <restbind/tls/detail/openssl.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace
{

using restbind::tls::detail::cipher_buffers;
using restbind::tls::detail::openssl_ptr;

constexpr auto capacity = cipher_buffers::capacity;

/// Buffers, and OpenSSL's end of them.
struct both_ends
{
    cipher_buffers buffers;
    openssl_ptr<BIO> bio{buffers.make_bio()};

    int write(std::string_view text)
    {
        return BIO_write(bio.get(), text.data(), static_cast<int>(text.size()));
    }

    std::string read(std::size_t most)
    {
        std::string text(most, '\0');
        int const count = BIO_read(bio.get(), text.data(), static_cast<int>(most));
        text.resize(static_cast<std::size_t>((std::max)(count, 0)));
        return text;
    }

    void receive(std::string_view text)
    {
        auto const space = buffers.space();
        BOOST_REQUIRE(text.size() <= space.size());
        std::ranges::copy(text, space.begin());
        buffers.received(text.size());
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(tls_cipher_buffers)

BOOST_AUTO_TEST_CASE(what_is_written_is_outgoing_until_it_was_sent)
{
    both_ends ends;
    BOOST_TEST(ends.buffers.outgoing() == "");
    BOOST_TEST(ends.write("abc") == 3);
    BOOST_TEST(ends.write("def") == 3);
    BOOST_TEST(ends.buffers.outgoing() == "abcdef");
    BOOST_TEST(BIO_wpending(ends.bio.get()) == 6);
    ends.buffers.sent(4);
    BOOST_TEST(ends.buffers.outgoing() == "ef");
    BOOST_TEST(ends.write("g") == 1);
    BOOST_TEST(ends.buffers.outgoing() == "efg");
    BOOST_TEST(BIO_flush(ends.bio.get()) == 1);
}

BOOST_AUTO_TEST_CASE(writing_stops_when_the_space_is_used_up_and_goes_on_when_some_was_sent)
{
    both_ends ends;
    std::string const much(capacity + 10, 'x');
    BOOST_TEST(ends.write(much) == static_cast<int>(capacity));
    BOOST_TEST(ends.write("y") == -1);
    BOOST_TEST(BIO_should_retry(ends.bio.get()));
    BOOST_TEST(BIO_should_write(ends.bio.get()));
    ends.buffers.sent(2);
    BOOST_TEST(ends.write("yyy") == 2);
    BOOST_TEST(ends.buffers.outgoing().size() == capacity);
    BOOST_TEST(ends.buffers.outgoing().ends_with("xyy"));
}

BOOST_AUTO_TEST_CASE(what_was_received_is_read_in_any_pieces)
{
    both_ends ends;
    ends.receive("abcdef");
    BOOST_TEST(BIO_pending(ends.bio.get()) == 6);
    BOOST_TEST(ends.read(2) == "ab");
    ends.receive("gh");
    BOOST_TEST(ends.read(100) == "cdefgh");
    BOOST_TEST(!ends.buffers.has_input());
}

BOOST_AUTO_TEST_CASE(space_and_what_is_in_it_are_never_more_than_the_capacity)
{
    both_ends ends;
    BOOST_TEST(ends.buffers.space().size() == capacity);
    ends.receive(std::string(capacity, 'x'));
    BOOST_TEST(ends.buffers.space().size() == 0U);
    BOOST_TEST(ends.read(5).size() == 5U);
    BOOST_TEST(ends.buffers.space().size() == 5U);
    ends.receive("abcde");
    std::string const all = ends.read(capacity);
    BOOST_TEST(all.size() == capacity);
    BOOST_TEST(all.ends_with("xabcde"));
}

BOOST_AUTO_TEST_CASE(reading_from_nothing_waits_until_the_input_has_ended)
{
    both_ends ends;
    std::array<char, 4> place{};
    BOOST_TEST(BIO_read(ends.bio.get(), place.data(), 4) == -1);
    BOOST_TEST(BIO_should_read(ends.bio.get()));
    BOOST_TEST(!BIO_eof(ends.bio.get()));
    ends.receive("ab");
    ends.buffers.end_input();
    BOOST_TEST(!BIO_eof(ends.bio.get()));
    BOOST_TEST(ends.read(4) == "ab");
    BOOST_TEST(BIO_eof(ends.bio.get()));
    BOOST_TEST(BIO_read(ends.bio.get(), place.data(), 4) == 0);
    BOOST_TEST(!BIO_should_retry(ends.bio.get()));
}

BOOST_AUTO_TEST_SUITE_END()
