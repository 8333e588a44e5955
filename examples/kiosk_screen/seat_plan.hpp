// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "visit.hpp"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <optional>

namespace kiosk
{

/** The seating plan: the service's picture, and on it the seats that are known.

    A touch picks the nearest seat. With the keyboard, arrows go from seat to seat and space picks.
*/
class seat_plan : public QWidget
{
public:
    explicit seat_plan(visit& all);

    /// Shows the plan of the chosen session.
    void refresh();

    /// Where a seat is in this widget; for tests.
    QPointF place_of(std::int64_t seat_id) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// From units of the plan to pixels of the widget.
    QTransform plan_to_widget() const;
    QSizeF size_in_units() const;
    void draw_seat(QPainter& painter, plan_seat const& seat) const;
    void pick(std::int64_t seat_id);
    std::optional<std::int64_t> next_seat(QPointF direction) const;

    visit& all_;
    QImage picture_; ///< null: the service has none
    std::vector<unsigned char> const* shown_ = nullptr;
    std::int64_t cursor_ = 0; ///< 0: nowhere yet
    bool is_by_keys_ = false; ///< then the seat under the cursor has a frame
};

/// Replaces the service's fixed colour of seats, pure magenta, by another one. Edges and labels
/// keep their shape.
QImage with_seat_colour(QImage picture, QColor colour);

} // namespace kiosk
