// SPDX-License-Identifier: BSL-1.0
#include "seat_plan.hpp"

#include "look.hpp"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtGui/QTransform>

#include <algorithm>
#include <limits>

namespace kiosk
{
namespace
{

QColor const open_colour(0xc7, 0xd8, 0xf8);
QColor const mine_colour(0x24, 0x57, 0xd6);
QColor const taken_colour(0xd5, 0xda, 0xe3);
QColor const text_colour(0x1b, 0x23, 0x33);
QColor const muted_colour(0x8b, 0x95, 0xa9);

bool has_price(rate const* one, std::int64_t category_id)
{
    return one && std::ranges::any_of(
                      one->prices, [&](price const& p) { return p.category_id == category_id; });
}

} // namespace

QImage with_seat_colour(QImage picture, QColor colour)
{
    picture.convertTo(QImage::Format_RGB32);
    for (int y = 0; y < picture.height(); ++y)
    {
        auto* const line = reinterpret_cast<QRgb*>(picture.scanLine(y));
        for (int x = 0; x < picture.width(); ++x)
        {
            // A pixel is a mixture of white, black and magenta: red is white and magenta, green is
            // white alone.
            int const white = qGreen(line[x]);
            int const seat = std::max(0, qRed(line[x]) - white);
            auto const mixed = [&](int part) { return std::min(255, white + seat * part / 255); };
            line[x] = qRgb(mixed(colour.red()), mixed(colour.green()), mixed(colour.blue()));
        }
    }
    return picture;
}

seat_plan::seat_plan(visit& all)
    : all_(all)
{
    setObjectName(QStringLiteral("plan"));
    setMinimumSize(420, 320);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Seating plan"));
}

void seat_plan::refresh()
{
    auto const* const bytes = all_.chosen() ? all_.picture(all_.chosen()->venue_id) : nullptr;
    if (bytes != shown_ || (bytes && picture_.isNull()))
    {
        shown_ = bytes;
        picture_ = bytes ? QImage::fromData(bytes->data(), static_cast<int>(bytes->size()), "PNG")
                         : QImage();
        if (!picture_.isNull())
            picture_ = with_seat_colour(picture_, open_colour);
    }
    if (!all_.seats().contains(cursor_))
        cursor_ = 0;
    update();
}

QSizeF seat_plan::size_in_units() const
{
    QSizeF size(all_.seat_size(), all_.seat_size());
    if (!picture_.isNull())
        size = QSizeF(picture_.size()) / visit::zoom;
    for (auto const& [id, seat] : all_.seats())
        size = size.expandedTo(QSizeF(seat.x + all_.seat_size(), seat.y + all_.seat_size()));
    return size;
}

QTransform seat_plan::plan_to_widget() const
{
    QSizeF const plan = size_in_units();
    double const scale = std::min(width() / plan.width(), height() / plan.height());
    return QTransform()
        .translate((width() - plan.width() * scale) / 2, (height() - plan.height() * scale) / 2)
        .scale(scale, scale);
}

QPointF seat_plan::place_of(std::int64_t seat_id) const
{
    plan_seat const& seat = all_.seats().at(seat_id);
    return plan_to_widget().map(QPointF(seat.x, seat.y));
}

void seat_plan::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    painter.setTransform(plan_to_widget());
    if (!picture_.isNull())
        painter.drawImage(QRectF(QPointF(), QSizeF(picture_.size()) / visit::zoom), picture_);
    std::map<std::string, plan_seat const*> first_of_row;
    for (auto const& [id, seat] : all_.seats())
    {
        draw_seat(painter, seat);
        auto& first = first_of_row[seat.row];
        if (!first || seat.x < first->x)
            first = &seat;
    }
    QFont font = this->font();
    font.setPixelSize(std::max(1, static_cast<int>(all_.seat_size() * 0.5)));
    painter.setFont(font);
    painter.setPen(muted_colour);
    double const side = all_.seat_size();
    for (auto const& [row, first] : first_of_row)
        painter.drawText(QRectF(first->x - side * 1.7, first->y - side / 2, side, side),
            Qt::AlignCenter, text_of(row));
}

void seat_plan::draw_seat(QPainter& painter, plan_seat const& seat) const
{
    double const side = all_.seat_size();
    seat_state const state = all_.state_of(seat.seat_id);
    bool const is_offered = has_price(all_.chosen_rate(), seat.category_id);
    QRectF const square(-side / 2, -side / 2, side, side);
    painter.save();
    painter.translate(seat.x, seat.y);
    painter.rotate(seat.rotation);
    if (state != seat_state::open || picture_.isNull())
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(state == seat_state::mine            ? mine_colour
                         : state == seat_state::not_available ? taken_colour
                                                              : open_colour);
        painter.drawRect(square);
        QFont font = this->font();
        font.setBold(true);
        font.setPixelSize(std::max(1, static_cast<int>(side * 0.48)));
        painter.setFont(font);
        painter.setPen(state == seat_state::mine ? QColor(Qt::white) : text_colour);
        if (state != seat_state::not_available)
            painter.drawText(square, Qt::AlignCenter, text_of(seat.number));
        else
        {
            painter.setPen(QPen(muted_colour, side / 10, Qt::SolidLine, Qt::RoundCap));
            double const arm = side / 4.5;
            painter.drawLine(QPointF(-arm, -arm), QPointF(arm, arm));
            painter.drawLine(QPointF(-arm, arm), QPointF(arm, -arm));
        }
    }
    else if (!is_offered) // the rate that is chosen has no price here
        painter.fillRect(square, QColor(255, 255, 255, 170));
    if (is_by_keys_ && hasFocus() && seat.seat_id == cursor_)
    {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(text_colour, side / 10));
        painter.drawRect(square.adjusted(-1, -1, 1, 1));
    }
    painter.restore();
}

void seat_plan::pick(std::int64_t seat_id)
{
    try
    {
        all_.pick(seat_id);
    }
    catch (...)
    {
        all_.fail(std::current_exception());
    }
}

void seat_plan::mousePressEvent(QMouseEvent* event)
{
    QPointF const at = plan_to_widget().inverted().map(event->position());
    double nearest = all_.seat_size() * 0.75; // a finger may miss by half a seat
    std::int64_t found = 0;
    for (auto const& [id, seat] : all_.seats())
    {
        QPointF const way = at - QPointF(seat.x, seat.y);
        double const distance = std::hypot(way.x(), way.y());
        if (distance < nearest)
        {
            nearest = distance;
            found = id;
        }
    }
    if (found == 0)
        return;
    cursor_ = found;
    is_by_keys_ = false;
    update();
    pick(found);
}

std::optional<std::int64_t> seat_plan::next_seat(QPointF direction) const
{
    auto const& seats = all_.seats();
    if (seats.empty())
        return std::nullopt;
    if (cursor_ == 0)
        return seats.begin()->first;
    QPointF const from(seats.at(cursor_).x, seats.at(cursor_).y);
    double least = std::numeric_limits<double>::max();
    std::optional<std::int64_t> found;
    for (auto const& [id, seat] : seats)
    {
        QPointF const way = QPointF(seat.x, seat.y) - from;
        double const along = QPointF::dotProduct(way, direction);
        double const aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        if (along > 1e-9 && aside <= along * 2 && along + 2 * aside < least)
        {
            least = along + 2 * aside;
            found = id;
        }
    }
    return found;
}

void seat_plan::keyPressEvent(QKeyEvent* event)
{
    std::optional<std::int64_t> to;
    switch (event->key())
    {
    case Qt::Key_Left:
        to = next_seat({-1, 0});
        break;
    case Qt::Key_Right:
        to = next_seat({1, 0});
        break;
    case Qt::Key_Up:
        to = next_seat({0, -1});
        break;
    case Qt::Key_Down:
        to = next_seat({0, 1});
        break;
    case Qt::Key_Space:
        if (cursor_ != 0 && !event->isAutoRepeat())
            pick(cursor_);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    cursor_ = to.value_or(cursor_);
    is_by_keys_ = true;
    update();
}

} // namespace kiosk
