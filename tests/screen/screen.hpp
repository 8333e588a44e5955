// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../../examples/kiosk_screen/seat_plan.hpp"
#include "../../examples/kiosk_screen/window.hpp"

#include <boost/test/unit_test.hpp>

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollArea>

#include <memory>
#include <string>
#include <vector>

namespace screen_test
{

/// A window, and the fingers of a visitor. What lies over a button is what they touch.
class visitor
{
public:
    explicit visitor(kiosk::window& window)
        : window_(window)
    {
    }

    /// The widget of this name that can be seen; null if there is none.
    template <class Widget = QWidget>
    Widget* find(char const* name) const
    {
        QCoreApplication::processEvents(); // new widgets are shown by events
        for (Widget* const one : window_.findChildren<Widget*>(QString::fromLatin1(name)))
            if (one->isVisible())
                return one;
        return nullptr;
    }

    /// Touches what is seen at the middle of a widget.
    void touch(char const* name)
    {
        auto* const wanted = find(name);
        BOOST_REQUIRE_MESSAGE(wanted, "no " << name << " is to be seen");
        bring_to_view(wanted);
        touch_at(wanted->mapTo(&window_, wanted->rect().center()));
    }
    void touch_seat(std::int64_t seat)
    {
        auto* const plan = dynamic_cast<kiosk::seat_plan*>(find("plan"));
        BOOST_REQUIRE_MESSAGE(plan, "no plan is to be seen");
        touch_at(plan->mapTo(&window_, plan->place_of(seat).toPoint()));
    }
    void type(char const* name, char const* text)
    {
        auto* const line = find<QLineEdit>(name);
        BOOST_REQUIRE_MESSAGE(line, "no " << name << " is to be seen");
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(text));
    }
    void press(char const* name, Qt::Key key) { QTest::keyClick(find(name), key); }

    std::string text(char const* name) const
    {
        if (auto const* const label = find<QLabel>(name))
            return label->text().toStdString();
        auto const* const button = find<QAbstractButton>(name);
        return button ? button->text().toStdString() : std::string();
    }
    bool may_touch(char const* name) const
    {
        auto const* const found = find(name);
        return found && found->isEnabled();
    }

    /// Whether a touch at its middle would reach a widget.
    bool is_on_top(char const* name) const
    {
        auto const* const found = find(name);
        return found && window_.childAt(found->mapTo(&window_, found->rect().center())) == found;
    }

    /// Runs Qt's events until the kiosk waits for nothing.
    void wait()
    {
        until([this] { return window_.model().may_act(); });
    }
    template <class Condition>
    void until(Condition condition)
    {
        BOOST_REQUIRE(QTest::qWaitFor(condition, 10000));
    }

    /// Writes what is to be seen to a small PNG beside the program.
    void take_picture(char const* name);

private:
    void bring_to_view(QWidget* wanted)
    {
        for (QWidget* at = wanted; at; at = at->parentWidget())
            if (auto* const area = qobject_cast<QScrollArea*>(at))
                area->ensureWidgetVisible(wanted);
    }
    void touch_at(QPoint at)
    {
        QWidget* const met = window_.childAt(at);
        BOOST_REQUIRE(met);
        QTest::mouseClick(met, Qt::LeftButton, {}, met->mapFrom(&window_, at));
    }

    kiosk::window& window_;
};

/// A journal in a folder that is removed.
struct journal_folder
{
    QTemporaryDir folder;

    std::shared_ptr<restbind::journal::file> open() const
    {
        return restbind::journal::open(
            {.path = folder.filePath(QStringLiteral("till")).toStdString()})
            .value();
    }
};

} // namespace screen_test
