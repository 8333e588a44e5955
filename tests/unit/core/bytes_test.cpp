// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/bytes.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using bytes = std::vector<unsigned char>;

bytes to_bytes(std::string_view text)
{
    return bytes(text.begin(), text.end());
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_binary)

// proves: R4.2-2
BOOST_AUTO_TEST_CASE(the_test_vectors_of_rfc_4648_hold_both_ways)
{
    struct vector
    {
        std::string_view plain;
        std::string_view coded;
    };
    for (auto const& [plain, coded] :
        {vector{"", ""}, vector{"f", "Zg=="}, vector{"fo", "Zm8="}, vector{"foo", "Zm9v"},
            vector{"foob", "Zm9vYg=="}, vector{"fooba", "Zm9vYmE="}, vector{"foobar", "Zm9vYmFy"}})
    {
        BOOST_TEST(restbind::base64_encode(to_bytes(plain)) == coded);
        auto const decoded = restbind::base64_decode(coded);
        BOOST_REQUIRE(decoded.has_value());
        BOOST_CHECK(*decoded == to_bytes(plain));
    }
}

BOOST_AUTO_TEST_CASE(every_byte_survives_at_every_position)
{
    for (std::size_t size = 1; size <= 6; ++size)
        for (unsigned byte = 0; byte < 256; ++byte)
        {
            bytes plain(size, static_cast<unsigned char>(byte));
            plain.front() = static_cast<unsigned char>(255 - byte);
            auto const decoded = restbind::base64_decode(restbind::base64_encode(plain));
            BOOST_REQUIRE(decoded.has_value());
            BOOST_REQUIRE(*decoded == plain);
        }
}

// proves: R4.2-2
// survives: J15
BOOST_AUTO_TEST_CASE(loose_base64_is_refused)
{
    for (std::string_view const text : {"Z", "Zg", "Zg=", "Zm9vY", "Zm9vYg",
             "Zg==Zg==", "====", "=", "Z===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zm-v", "Zm_v",
             "Zm9\xC3", "Zm9v====", "=Zm9", "Z=m9", "Zg=v"})
        BOOST_TEST(!restbind::base64_decode(text).has_value(), text << " is taken");
    BOOST_TEST(!restbind::base64_decode(std::string_view("Zm9\0", 4)).has_value());
}

// proves: R4.2-2
BOOST_AUTO_TEST_CASE(a_png_is_known_by_its_signature)
{
    bytes picture{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0};
    BOOST_TEST(restbind::has_png_signature(picture));
    picture.resize(7);
    BOOST_TEST(!restbind::has_png_signature(picture));
    BOOST_TEST(!restbind::has_png_signature(to_bytes("\xFF\xD8\xFF jpeg")));
    BOOST_TEST(!restbind::has_png_signature({}));
}

BOOST_AUTO_TEST_SUITE_END()
