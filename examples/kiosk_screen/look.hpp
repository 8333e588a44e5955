// SPDX-License-Identifier: BSL-1.0
// How the kiosk looks, and the small parts of its pages.
#pragma once

#include "visit.hpp"

#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>

namespace kiosk
{

/// The style sheet of the window.
QString style_sheet();

inline QString text_of(std::string const& text)
{
    return QString::fromStdString(text);
}
/// Two digits after the point at least: in open JSON 20.90 is 20.9.
inline QString text_of(restbind::decimal amount)
{
    return text_of((amount + restbind::decimal(0, 2)).to_string());
}
/// "Friday, 15 January 2027", "Fri 15 Jan 2027" and "19:00", in the time zone of the kiosk.
QString day_of(session const& one);
QString short_day_of(session const& one);
QString time_of(session const& one);

/// Does something on each click. What it throws ends here: no exception may pass through Qt.
template <class Function>
void on_click(QAbstractButton* button, visit& all, Function function)
{
    QObject::connect(button, &QAbstractButton::clicked, button,
        [&all, function]() noexcept
        {
            try
            {
                function();
            }
            catch (...)
            {
                all.fail(std::current_exception());
            }
        });
}

/// @param look Of the style sheet: "primary", "plain", "quiet" or "chip".
QPushButton* make_button(QString const& text, char const* name, char const* look = "plain");
/// @param look Of the style sheet: "title", "heading", "text", "muted", "wrong" or "price".
QLabel* make_label(QString const& text, char const* look = "text");
/// A white area with round corners.
QFrame* make_card();
/// Takes all out of a layout and deletes it, also what a click comes from just now.
void clear(QLayout* layout);

/// A field of a form: its caption, its text, and what is wrong with it.
class field : public QWidget
{
public:
    /// @param name Of the member of the request, as the service calls it.
    field(char const* name, QString const& caption, QString const& text);

    /// The number that stands there. If there is none the field says so.
    std::optional<std::int64_t> number();
    QLineEdit* line() const { return line_; }
    QHBoxLayout* row() const { return row_; }

    /// Marks the field as wrong; an empty text takes the mark away.
    void mark(QString const& wrong);
    bool is_for(restbind::violation const& one) const;

private:
    std::string name_;
    QLineEdit* line_;
    QHBoxLayout* row_;
    QLabel* wrong_;
};

/// Marks the fields of a form. What is wrong with none of them stands at the first.
void mark(std::vector<restbind::violation> const& violations, std::initializer_list<field*> fields);

} // namespace kiosk
