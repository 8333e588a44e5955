// SPDX-License-Identifier: BSL-1.0
#include "picture.hpp"

#include "crypto.hpp"
#include "json_writer.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace sandbox {
namespace {

struct destroy
{
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

using surface_ptr = std::unique_ptr<cairo_surface_t, destroy>;
using context_ptr = std::unique_ptr<cairo_t, destroy>;

/// Half a label must still leave seat colour to look at.
constexpr double label_share = 0.4;

cairo_status_t append(void* target, unsigned char const* bytes, unsigned int size)
{
    // Cairo is C: an exception must not pass through it.
    try
    {
        static_cast<std::string*>(target)->append(reinterpret_cast<char const*>(bytes), size);
        return CAIRO_STATUS_SUCCESS;
    }
    catch (...)
    {
        return CAIRO_STATUS_WRITE_ERROR;
    }
}

std::string label(seat const& s, std::int64_t option)
{
    if (!s.numbered)
        return {};

    return option == 800 ? s.rank + s.number : s.number;
}

void draw_seat(cairo_t* context, seat const& s, double size, std::string const& text)
{
    cairo_save(context);
    cairo_translate(context, s.x, s.y);
    cairo_rotate(context, s.rotation * std::numbers::pi / 180);

    cairo_set_source_rgb(context, 1, 0, 1);
    cairo_rectangle(context, -size / 2, -size / 2, size, size);
    cairo_fill(context);

    cairo_text_extents_t extents{};
    cairo_set_source_rgb(context, 0, 0, 0);
    cairo_text_extents(context, text.c_str(), &extents);
    cairo_move_to(context, -extents.width / 2 - extents.x_bearing, -extents.height / 2 - extents.y_bearing);
    cairo_show_text(context, text.c_str());

    cairo_restore(context);
}

/// Empty when Cairo reports a failure.
std::string draw(venue const& v, double zoom, std::int64_t option)
{
    double width = v.seat_size;
    double height = v.seat_size;
    for (auto const& s : v.seats)
    {
        width = std::max(width, s.x + v.seat_size);
        height = std::max(height, s.y + v.seat_size);
    }

    auto const pixels = [&](double units) { return std::max(1, static_cast<int>(std::lround(units * zoom))); };
    surface_ptr const surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height)));
    context_ptr const context(cairo_create(surface.get()));

    cairo_set_source_rgb(context.get(), 1, 1, 1);
    cairo_paint(context.get());
    cairo_scale(context.get(), zoom, zoom);

    // Cairo's built-in font: the picture is the same on every machine, also on one without fonts.
    cairo_select_font_face(context.get(), "@cairo:", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(context.get(), v.seat_size * label_share);
    for (auto const& s : v.seats)
        draw_seat(context.get(), s, v.seat_size, label(s, option));

    std::string png;
    bool const good = cairo_status(context.get()) == CAIRO_STATUS_SUCCESS &&
                      cairo_surface_write_to_png_stream(surface.get(), append, &png) == CAIRO_STATUS_SUCCESS;

    return good ? png : std::string();
}

} // namespace

outcome<std::string> draw_picture(world const& content, caller const& who, picture_request const& r)
{
    auto const* const v = content.venue_for(who, r.venue_id);
    if (v == nullptr)
        return business_problem(404, business_error::venue_not_found, "The venue does not exist");

    auto const png = v->broken ? std::string() : draw(*v, r.zoom, r.option);
    if (png.empty())
        return problem{.status = 500, .detail = "The image cannot be generated"};

    json_writer out;
    out.begin_object();
    out.key("picture").string(base64(png));
    out.end_object();

    return out.take();
}

} // namespace sandbox
