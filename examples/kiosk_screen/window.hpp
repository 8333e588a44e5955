// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "visit.hpp"

#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace kiosk
{

/// A page of the window. It shows what the visit says, and tells it what was touched.
class shown_page : public QWidget
{
public:
    virtual void refresh() = 0;
};

/// What lies over the window while the visitor waits, or has something to read. Nothing below it
/// can be touched.
class shield;

/** The kiosk's window: header, one page, and the shield.

    It makes the visit. Close it at any time, except while an order is on its way: then it stays.
*/
class window : public QWidget
{
public:
    /// @param brand Name of the house, for the header.
    window(QString const& brand, api::client service,
        std::shared_ptr<restbind::journal::file> journal, installation what);
    ~window() override;

    visit& model() { return *visit_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    QWidget* make_header(QString const& brand);

    std::unique_ptr<visit> visit_;
    QStackedWidget* pages_ = nullptr;
    std::vector<shown_page*> shown_; ///< in the order of the stack
    std::vector<QLabel*> steps_;
    QPushButton* start_over_ = nullptr;
    QPushButton* staff_ = nullptr;
    shield* shield_ = nullptr;
};

shown_page* make_events_page(visit& all);
shown_page* make_seats_page(visit& all);
shown_page* make_basket_page(visit& all);
shown_page* make_end_page(visit& all);
shown_page* make_staff_page(visit& all);

} // namespace kiosk
