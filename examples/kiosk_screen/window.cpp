// SPDX-License-Identifier: BSL-1.0
#include "window.hpp"

#include "look.hpp"

#include <QtCore/QPointer>
#include <QtGui/QCloseEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace kiosk
{

class shield : public QFrame
{
public:
    shield(QWidget* parent, visit& all)
        : QFrame(parent)
        , all_(all)
        , title_(make_label({}, "title"))
        , text_(make_label({}))
        , detail_(make_label({}, "muted"))
        , bar_(new QProgressBar)
        , stop_(make_button(QStringLiteral("Stop waiting"), "stop"))
        , dismiss_(make_button(QStringLiteral("OK"), "dismiss"))
        , again_(make_button(QStringLiteral("Try again"), "again", "primary"))
    {
        setObjectName(QStringLiteral("shield"));
        title_->setObjectName(QStringLiteral("message_title"));
        text_->setObjectName(QStringLiteral("message_text"));
        bar_->setRange(0, 0);
        bar_->setTextVisible(false);
        auto* const card = make_card();
        card->setFixedWidth(560);
        auto* const inside = new QVBoxLayout(card);
        inside->setContentsMargins(32, 28, 32, 28);
        inside->setSpacing(16);
        for (QWidget* const one : std::initializer_list<QWidget*>{title_, text_, bar_, detail_})
            inside->addWidget(one);
        auto* const buttons = new QHBoxLayout;
        buttons->addStretch();
        for (QWidget* const one : {stop_, dismiss_, again_})
            buttons->addWidget(one);
        inside->addLayout(buttons);
        auto* const all_of_it = new QVBoxLayout(this);
        all_of_it->addWidget(card, 0, Qt::AlignCenter);
        on_click(stop_, all_, [this] { all_.stop(); });
        on_click(dismiss_, all_, [this] { all_.dismiss(); });
        on_click(again_, all_, [this] { all_.try_again(); });
    }

    void refresh()
    {
        bool const waits = !all_.may_act();
        notice const* const said = !waits && all_.message() ? &*all_.message() : nullptr;
        bool const was_hidden = isHidden();
        setVisible(waits || said);
        if (isHidden())
            return give_focus_back();
        if (was_hidden)
            before_ = window()->focusWidget();
        bool const begins_again = said && said->kind == situation::start_again;
        title_->setText(text_of(waits  ? std::string(all_.waiting_for()).append(" …")
                                : said ? said->title
                                       : std::string()));
        text_->setText(said ? text_of(said->text) : QString());
        detail_->setText(said ? text_of(said->detail) : QString());
        text_->setVisible(said && !said->text.empty());
        detail_->setVisible(said && !said->detail.empty());
        bar_->setVisible(waits);
        stop_->setVisible(all_.may_stop());
        dismiss_->setVisible(said);
        dismiss_->setText(begins_again ? QStringLiteral("Begin again") : QStringLiteral("OK"));
        again_->setVisible(said && said->may_try_again);
        raise();
        (waits ? static_cast<QWidget*>(this) : said->may_try_again ? again_ : dismiss_)->setFocus();
    }

private:
    /// Who uses keys goes on where they were.
    void give_focus_back()
    {
        if (before_ && before_->isVisible())
            before_->setFocus();
        before_ = nullptr;
    }

    visit& all_;
    QPointer<QWidget> before_; ///< had the focus when the shield came
    QLabel* title_;
    QLabel* text_;
    QLabel* detail_;
    QProgressBar* bar_;
    QPushButton* stop_;
    QPushButton* dismiss_;
    QPushButton* again_;
};

window::window(QString const& brand, api::client service,
    std::shared_ptr<restbind::journal::file> journal, installation what)
    : visit_(std::make_unique<visit>(
          std::move(service), std::move(journal), std::move(what), [this] { refresh(); }))
{
    setObjectName(QStringLiteral("window"));
    setWindowTitle(brand);
    setAttribute(Qt::WA_StyledBackground);
    setStyleSheet(style_sheet());
    resize(1024, 768);
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(make_header(brand));
    pages_ = new QStackedWidget;
    pages_->setFocusPolicy(Qt::StrongFocus);
    all->addWidget(pages_, 1);
    shown_ = {make_events_page(*visit_), make_seats_page(*visit_), make_basket_page(*visit_),
        make_end_page(*visit_), make_staff_page(*visit_)};
    for (shown_page* const one : shown_)
    {
        one->setObjectName(QStringLiteral("page"));
        one->setAttribute(Qt::WA_StyledBackground);
        pages_->addWidget(one);
    }
    shield_ = new shield(this, *visit_);
    refresh();
}

window::~window()
{
    qDeleteAll(findChildren<QWidget*>(
        QString(), Qt::FindDirectChildrenOnly)); // the pages refer to the visit
}

QWidget* window::make_header(QString const& brand)
{
    auto* const header = new QFrame;
    header->setObjectName(QStringLiteral("header"));
    header->setFixedHeight(68);
    auto* const row = new QHBoxLayout(header);
    row->setContentsMargins(24, 0, 12, 0);
    row->setSpacing(6);
    auto* const name = make_label(brand, "brand");
    name->setWordWrap(false);
    row->addWidget(name);
    row->addStretch();
    for (char const* const step : {"1  Event", "2  Seats", "3  Basket", "4  Tickets"})
    {
        steps_.push_back(make_label(QString::fromLatin1(step), "step"));
        steps_.back()->setWordWrap(false);
        steps_.back()->setFixedHeight(34);
        row->addWidget(steps_.back());
    }
    row->addStretch();
    start_over_ = make_button(QStringLiteral("Begin again"), "start_over", "quiet");
    staff_ = make_button(QStringLiteral("Staff"), "staff", "quiet");
    row->addWidget(start_over_);
    row->addWidget(staff_);
    on_click(start_over_, *visit_, [this] { visit_->start_over(); });
    on_click(staff_, *visit_, [this] { visit_->show_staff(); });
    return header;
}

void window::refresh()
{
    std::size_t const now =
        std::min(static_cast<std::size_t>(visit_->at()), std::size_t(page::unknown));
    std::size_t const shown = visit_->at() == page::staff ? 4 : std::min<std::size_t>(now, 3);
    for (std::size_t i = 0; i != steps_.size(); ++i)
    {
        steps_[i]->setProperty("look", i == shown ? "step now" : "step");
        steps_[i]->setStyleSheet(steps_[i]->styleSheet()); // looks at the property anew
    }
    pages_->setCurrentIndex(static_cast<int>(shown));
    bool const is_out_of_order =
        visit_->message() && visit_->message()->kind == situation::out_of_order;
    if (visit_->may_act() && !is_out_of_order) // else it is covered, and may be what has thrown
        shown_[shown]->refresh();
    start_over_->setEnabled(visit_->may_act() && visit_->at() != page::staff);
    staff_->setEnabled(visit_->may_act() && visit_->at() != page::staff);
    shield_->refresh();
    if (shield_->isHidden() && !pages_->isAncestorOf(focusWidget()))
        pages_->setFocus();
}

void window::closeEvent(QCloseEvent* event)
{
    // An order that is on its way would end in the journal as one of which nobody knows what
    // became.
    event->setAccepted(visit_->may_act() || visit_->may_stop());
}

void window::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shield_->setGeometry(rect());
}

} // namespace kiosk
