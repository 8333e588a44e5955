// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include <boost/beast/core/detail/base64.hpp>

#include <cairo.h>

#include <cmath>
#include <cstring>

namespace sandbox_tests {
namespace {

struct image
{
    int width = 0;
    int height = 0;

    /// 0xRRGGBB, row by row.
    std::vector<std::uint32_t> pixels;

    [[nodiscard]] std::uint32_t at(int x, int y) const
    {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }

    [[nodiscard]] std::size_t count(std::uint32_t colour) const
    {
        return static_cast<std::size_t>(std::count(pixels.begin(), pixels.end(), colour));
    }
};

std::string decode_base64(std::string_view text)
{
    // Beast's decoder stops at what it does not know; the size shows whether it did.
    namespace base64 = boost::beast::detail::base64;
    std::string bytes(base64::decoded_size(text.size()), '\0');
    auto const [written, read] = base64::decode(bytes.data(), text.data(), text.size());
    auto const padding = static_cast<std::size_t>(std::count(text.begin(), text.end(), '='));
    BOOST_REQUIRE_EQUAL(read + padding, text.size());
    bytes.resize(written);

    return bytes;
}

struct byte_source
{
    std::string bytes;
    std::size_t position = 0;
};

cairo_status_t take(void* source, unsigned char* target, unsigned int size)
{
    auto& from = *static_cast<byte_source*>(source);
    if (from.bytes.size() - from.position < size)
        return CAIRO_STATUS_READ_ERROR;

    std::memcpy(target, from.bytes.data() + from.position, size);
    from.position += size;
    return CAIRO_STATUS_SUCCESS;
}

image decode(response const& r)
{
    BOOST_REQUIRE_EQUAL(r.status, 200U);
    auto const text = json_of(r).at("picture").as_string();
    byte_source source{decode_base64({text.data(), text.size()})};
    BOOST_REQUIRE(source.bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");

    auto* const surface = cairo_image_surface_create_from_png_stream(take, &source);
    BOOST_REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
    image result;
    result.width = cairo_image_surface_get_width(surface);
    result.height = cairo_image_surface_get_height(surface);
    auto const stride = cairo_image_surface_get_stride(surface);
    auto const* const data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < result.height; ++y)
    {
        for (int x = 0; x < result.width; ++x)
        {
            std::uint32_t pixel = 0;
            std::memcpy(&pixel, data + y * stride + x * 4, 4);
            result.pixels.push_back(pixel & 0xFFFFFFU);
        }
    }
    cairo_surface_destroy(surface);

    return result;
}

std::string body_of(std::string const& more = "", std::int64_t venue = world::hall)
{
    return R"({"venueId":)" + std::to_string(venue) + more + "}";
}

constexpr std::uint32_t seat_colour = 0xFF00FF;
constexpr std::uint32_t white = 0xFFFFFF;

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_picture, sandbox_fixture)

// proves: R4.2-1, R4.2-2, R4.2-4, A-4
BOOST_AUTO_TEST_CASE(a_seat_is_a_square_of_its_colour_without_border)
{
    auto const picture = decode(post(picture_path, body_of()));

    // The plan reaches one seat beyond the outermost coordinates 326.5 and 230.
    BOOST_TEST(picture.width == 347);
    BOOST_TEST(picture.height == 250);
    BOOST_TEST(picture.count(seat_colour) > 10000U);

    // Seat A1 lies around 40,40 and is 20 wide: inside the colour, just outside white, nothing between.
    for (int y = 30; y < 50; ++y)
    {
        BOOST_TEST(picture.at(30, y) == seat_colour);
        BOOST_TEST(picture.at(29, y) == white);
        BOOST_TEST(picture.at(49, y) == seat_colour);
        BOOST_TEST(picture.at(50, y) == white);
    }
    BOOST_TEST(picture.at(35, 29) == white);
    BOOST_TEST(picture.at(35, 30) == seat_colour);
    BOOST_TEST(picture.at(0, 0) == white);
}

// proves: R4.2-1, R4.2-4
BOOST_AUTO_TEST_CASE(zoom_scales_the_picture_within_its_limits)
{
    struct expectation
    {
        char const* zoom;
        int width;
        int height;
    };

    for (auto const& e : {expectation{"0.2", 69, 50}, {"1", 347, 250}, {"2", 693, 500}, {"5.0", 1733, 1250},
                          expectation{"5", 1733, 1250}})
    {
        auto const picture = decode(post(picture_path, body_of(std::string(R"(,"option":801,"zoom":)") + e.zoom)));
        BOOST_TEST(picture.width == e.width);
        BOOST_TEST(picture.height == e.height);
        auto const factor = std::stod(e.zoom);
        auto const x = static_cast<int>(33 * factor);
        BOOST_TEST(picture.at(x, static_cast<int>(33 * factor)) == seat_colour);
    }
}

// proves: R4.2-4
BOOST_AUTO_TEST_CASE(the_option_decides_the_labels)
{
    auto const with_rows = decode(post(picture_path, body_of(R"(,"option":800,"zoom":3)")));
    auto const numbers = decode(post(picture_path, body_of(R"(,"option":801,"zoom":3)")));

    BOOST_REQUIRE_EQUAL(with_rows.pixels.size(), numbers.pixels.size());
    BOOST_TEST(with_rows.count(0x000000) > numbers.count(0x000000));
    BOOST_TEST(numbers.count(0x000000) > 0U);

    // "A1" and "1" differ within seat A1 (90 to 150 in each direction), the unnumbered place at 60,230 does not.
    auto const differs = [&](int left, int top) {
        int count = 0;
        for (int y = top; y < top + 60; ++y)
        {
            for (int x = left; x < left + 60; ++x)
                count += with_rows.at(x, y) != numbers.at(x, y) ? 1 : 0;
        }
        return count;
    };
    BOOST_TEST(differs(90, 90) > 20);
    BOOST_TEST(differs(150, 660) == 0);
}

// proves: A-4
BOOST_AUTO_TEST_CASE(option_and_zoom_default_to_800_and_1)
{
    auto const plain = post(picture_path, body_of());
    BOOST_TEST(plain.body == post(picture_path, body_of(R"(,"option":800,"zoom":1.0)")).body);
    BOOST_TEST(plain.body == post(picture_path, body_of(R"(,"option":null,"zoom":null)")).body);
    BOOST_TEST(plain.body != post(picture_path, body_of(R"(,"option":801)")).body);
}

// proves: R4.2-1, R4.2-3, R7-6, R8-1, A-4, A-12
BOOST_AUTO_TEST_CASE(what_is_out_of_bounds_is_refused_field_by_field)
{
    BOOST_TEST(stable(post(picture_path, R"({"venueId":0,"option":802,"zoom":5.01})")) ==
               problem_text(422, "Unprocessable Entity", "The request contains 3 validation error(s)", picture_path,
                            R"("errorCount":3,"errors":{"VenueId":["VenueId must be greater than 0"],)"
                            R"("Option":["Option must be 800 or 801"],)"
                            R"("Zoom":["Zoom must be between 0.2 and 5.0"]},)"));
    BOOST_TEST(stable(post(picture_path, R"({"zoom":1})")) ==
               problem_text(422, "Unprocessable Entity", "The request contains 1 validation error(s)", picture_path,
                            R"("errorCount":1,"errors":{"VenueId":["VenueId must be greater than 0"]},)"));

    for (std::string_view const bad : {R"(,"zoom":0.19999)", R"(,"zoom":0)", R"(,"zoom":-1)", R"(,"zoom":6)",
                                       R"(,"zoom":5.0000001)", R"(,"option":799)", R"(,"option":0)"})
        BOOST_TEST(post(picture_path, body_of(std::string(bad))).status == 422U, bad);
}

// proves: R4.2-3, R7-8
BOOST_AUTO_TEST_CASE(an_unknown_venue_is_10103)
{
    BOOST_TEST(stable(post(picture_path, body_of("", 4711))) ==
               problem_text(404, "Not Found", "The venue does not exist", picture_path, R"("errorCode":10103,)"));
}

// proves: R1-7, R4.2-3
BOOST_AUTO_TEST_CASE(a_venue_that_is_not_configured_does_not_exist)
{
    auto const office = as(world::office);
    BOOST_TEST(json_of(send("POST", picture_path, office, body_of())).at("errorCode").as_int64() == 10103);
    BOOST_TEST(send("POST", picture_path, office, body_of("", world::theatre)).status == 500U);
}

// proves: R4.2-3, R7-2
BOOST_AUTO_TEST_CASE(a_broken_venue_is_500)
{
    BOOST_TEST(stable(post(picture_path, body_of("", world::theatre))) ==
               problem_text(500, "Internal Server Error", "The image cannot be generated", picture_path));
    BOOST_TEST(server.effects(sandbox::operation::venue_picture) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
