// SPDX-License-Identifier: BSL-1.0
// The pages of the kiosk: events, seats, basket, the end of a sale, and open sales.
#include "look.hpp"
#include "seat_plan.hpp"
#include "window.hpp"

#include <QtGui/QPainter>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScroller>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <map>
#include <optional>

namespace kiosk
{
namespace
{

constexpr int margin = 24;

/// Makes an area that a finger scrolls, for a list of any length.
QScrollArea* make_scrolled(QLayout* list)
{
    auto* const area = new QScrollArea;
    auto* const inside = new QWidget;
    inside->setObjectName(QStringLiteral("scrolled"));
    inside->setLayout(list);
    list->setContentsMargins(0, 0, 0, 0);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(inside);
    QScroller::grabGesture(area->viewport(), QScroller::TouchGesture);
    return area;
}

QLabel* right_label(QString const& text, char const* look)
{
    auto* const label = make_label(text, look);
    label->setWordWrap(false);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

class events_page final : public shown_page
{
public:
    explicit events_page(visit& all)
        : all_(all)
        , days_(new QHBoxLayout)
        , list_(new QVBoxLayout)
    {
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(margin, margin, margin, margin);
        column->setSpacing(16);
        column->addWidget(make_label(QStringLiteral("What would you like to see?"), "title"));
        days_->setSpacing(10);
        auto* const days = make_scrolled(days_);
        days->setFixedHeight(48);
        days->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        column->addWidget(days);
        list_->setSpacing(10);
        column->addWidget(make_scrolled(list_), 1);
    }

    void refresh() override
    {
        clear(days_);
        clear(list_);
        QStringList days;
        for (session const& one : all_.sessions())
            if (!days.contains(short_day_of(one)))
                days << short_day_of(one);
        if (!days.contains(day_))
            day_.clear();
        add_chip(QStringLiteral("All dates"), {});
        for (QString const& day : days)
            add_chip(day, day);
        days_->addStretch();
        QString last;
        for (std::size_t i = 0; i != all_.sessions().size(); ++i)
        {
            session const& one = all_.sessions()[i];
            QString const day = day_of(one);
            if (!day_.isEmpty() && short_day_of(one) != day_)
                continue;
            if (day != last)
                list_->addWidget(make_label(last = day, "heading"));
            list_->addWidget(make_event(one, i));
        }
        if (days.isEmpty())
            list_->addWidget(
                make_label(QStringLiteral("There is nothing on sale at the moment."), "muted"));
        list_->addStretch();
    }

private:
    void add_chip(QString const& text, QString const& day)
    {
        auto* const chip = make_button(text, "day", "chip");
        chip->setChecked(day == day_);
        on_click(chip, all_,
            [this, day]
            {
                day_ = day;
                refresh();
            });
        days_->addWidget(chip);
    }

    QWidget* make_event(session const& one, std::size_t index)
    {
        auto* const card = make_card();
        auto* const row = new QHBoxLayout(card);
        row->setContentsMargins(12, 12, 20, 12);
        row->setSpacing(20);
        row->addWidget(make_picture(one));
        auto* const words = new QVBoxLayout;
        words->setSpacing(4);
        words->addStretch();
        words->addWidget(make_label(text_of(one.event), "heading"));
        words->addWidget(make_label(text_of(one.venue) + QStringLiteral(", ") + time_of(one)));
        if (one.available_seats)
            words->addWidget(make_label(
                QString::number(*one.available_seats) + QStringLiteral(" places left"), "muted"));
        words->addStretch();
        row->addLayout(words, 1);
        if (auto const least = least_price(one))
        {
            auto* const prices = new QVBoxLayout;
            prices->setSpacing(2);
            prices->addStretch();
            prices->addWidget(right_label(QStringLiteral("from"), "muted"));
            prices->addWidget(right_label(text_of(*least), "heading"));
            prices->addStretch();
            row->addLayout(prices);
        }
        auto* const choose = make_button(QStringLiteral("Choose seats"), "session", "primary");
        choose->setObjectName(QStringLiteral("session_") + QString::number(index));
        on_click(choose, all_, [this, index] { all_.choose(index); });
        row->addWidget(choose);
        return card;
    }

    /// Of the first rate, which is that of most visitors.
    static std::optional<restbind::decimal> least_price(session const& one)
    {
        std::optional<restbind::decimal> least;
        for (price const& p : one.rates.front().prices)
            least = least ? std::min(*least, p.amount + p.fees) : p.amount + p.fees;
        return least;
    }

    QWidget* make_picture(session const& one)
    {
        auto* const label = new QLabel;
        label->setFixedSize(150, 92);
        label->setAlignment(Qt::AlignCenter);
        label->setStyleSheet(QStringLiteral(
            "background: #f1f4f9; border-radius: 10px; color: #8b95a9; font-size: 34px;"));
        QPixmap const picture = small_picture(one.venue_id);
        if (picture.isNull())
        {
            label->setText(text_of(one.event).left(1)); // the service has no picture of this venue
            return label;
        }
        label->setStyleSheet(
            QStringLiteral("background: white; border: 1px solid #dde3ee; border-radius: 10px;"));
        label->setPixmap(picture);
        return label;
    }

    /// Made once for each venue: pictures do not change once they are there.
    QPixmap small_picture(std::int64_t venue_id)
    {
        auto const* const bytes = all_.picture(venue_id);
        QPixmap& made = small_pictures_[venue_id];
        QImage picture;
        if (!made.isNull() || !bytes ||
            !picture.loadFromData(bytes->data(), static_cast<int>(bytes->size()), "PNG"))
            return made;
        picture = with_seat_colour(picture, QColor(0x7c, 0x9c, 0xf0));
        auto const ratio = devicePixelRatioF();
        picture =
            picture.scaled(QSize(138, 80) * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
        picture.setDevicePixelRatio(ratio);
        return made = QPixmap::fromImage(picture);
    }

    visit& all_;
    QHBoxLayout* days_;
    QVBoxLayout* list_;
    QString day_; ///< empty: all
    std::map<std::int64_t, QPixmap> small_pictures_;
};

/// Buttons beside a number that make it one less or more.
void add_steps(field* number, visit& all)
{
    for (int const step : {-1, 1})
    {
        auto* const button = make_button(
            step < 0 ? QStringLiteral("−") : QStringLiteral("+"), step < 0 ? "less" : "more");
        button->setFixedWidth(54);
        on_click(button, all,
            [number, step]
            {
                if (auto const value = number->number())
                {
                    number->line()->setText(QString::number(*value + step));
                    number->mark({});
                }
            });
        number->row()->addWidget(button);
    }
}

class seats_page final : public shown_page
{
public:
    explicit seats_page(visit& all)
        : all_(all)
        , title_(make_label({}, "title"))
        , when_(make_label({}, "muted"))
        , plan_(new seat_plan(all))
        , rates_(new QHBoxLayout)
        , categories_(new QVBoxLayout)
        , quantity_(new field("quantity", QStringLiteral("How many"), QStringLiteral("2")))
        , best_(make_button(QStringLiteral("Take the best seats"), "best"))
        , total_(right_label({}, "price"))
        , to_basket_(make_button(QStringLiteral("To the basket"), "to_basket", "primary"))
    {
        auto* const row = new QHBoxLayout(this);
        row->setContentsMargins(margin, margin, margin, margin);
        row->setSpacing(20);
        auto* const left = new QVBoxLayout;
        left->setSpacing(4);
        left->addWidget(title_);
        left->addWidget(when_);
        left->addSpacing(10);
        auto* const card = make_card();
        auto* const inside = new QVBoxLayout(card);
        inside->setContentsMargins(16, 16, 16, 16);
        inside->addWidget(plan_, 1);
        inside->addWidget(make_label(
            QStringLiteral("Touch a seat to take it, and once more to give it back."), "muted"));
        left->addWidget(card, 1);
        row->addLayout(left, 1);

        auto* const right = make_card();
        right->setFixedWidth(320);
        auto* const form = new QVBoxLayout(right);
        form->setContentsMargins(20, 20, 20, 20);
        form->setSpacing(10);
        form->addWidget(make_label(QStringLiteral("Price"), "heading"));
        form->addLayout(rates_);
        form->addSpacing(6);
        best_heading_ = make_label(QStringLiteral("Or let us choose"), "heading");
        form->addWidget(best_heading_);
        form->addLayout(categories_);
        form->addWidget(quantity_);
        add_steps(quantity_, all_);
        form->addWidget(best_);
        held_ = new QVBoxLayout;
        held_->setSpacing(6);
        held_area_ = make_scrolled(held_);
        form->addWidget(held_area_, 1);
        form->addStretch();
        auto* const sum = new QHBoxLayout;
        sum->addWidget(make_label(QStringLiteral("Total"), "heading"));
        total_->setObjectName(QStringLiteral("plan_total"));
        sum->addWidget(total_);
        form->addLayout(sum);
        form->addWidget(to_basket_);
        row->addWidget(right);
        on_click(best_, all_, [this] { take_best(); });
        on_click(to_basket_, all_, [this] { all_.go_to(page::basket); });
        QObject::connect(quantity_->line(), &QLineEdit::returnPressed, best_, &QPushButton::click);
    }

    void refresh() override
    {
        if (!all_.chosen())
            return;
        title_->setText(text_of(all_.chosen()->event));
        when_->setText(text_of(all_.chosen()->venue) + QStringLiteral("  ·  ") +
                       day_of(*all_.chosen()) + QStringLiteral(", ") + time_of(*all_.chosen()));
        plan_->refresh();
        show_rates();
        bool const may_take_best = all_.may_take_best();
        show_categories(may_take_best);
        for (QWidget* const one : std::initializer_list<QWidget*>{best_heading_, quantity_, best_})
            one->setVisible(may_take_best);
        mark(all_.violations(), {quantity_});
        show_held();
        total_->setText(text_of(all_.total()));
        to_basket_->setEnabled(all_.cart_id() != 0);
    }

private:
    void show_rates()
    {
        clear(rates_);
        auto const& rates = all_.chosen()->rates;
        for (std::size_t i = 0; i != rates.size(); ++i)
        {
            auto* const chip = make_button(text_of(rates[i].label), "rate", "chip");
            chip->setObjectName(QStringLiteral("rate_") + QString::number(i));
            chip->setStyleSheet(QStringLiteral("padding: 0 6px; font-size: 14px;"));
            chip->setChecked(&rates[i] == all_.chosen_rate());
            on_click(chip, all_,
                [this, i, chip]
                {
                    if (!all_.choose_rate(i))
                        chip->setChecked(false);
                });
            rates_->addWidget(chip);
        }
    }

    void show_categories(bool are_buttons)
    {
        clear(categories_);
        if (!all_.chosen_rate())
            return;
        auto const& prices = all_.chosen_rate()->prices;
        category_ = std::min(category_, prices.empty() ? 0 : prices.size() - 1);
        for (std::size_t i = 0; are_buttons && i != prices.size(); ++i)
        {
            auto* const chip = make_button(text_of(prices[i].category) + QStringLiteral("   ") +
                                               text_of(prices[i].amount + prices[i].fees),
                "category", "chip");
            chip->setObjectName(QStringLiteral("category_") + QString::number(i));
            chip->setStyleSheet(QStringLiteral("min-height: 38px;"));
            chip->setChecked(i == category_);
            on_click(chip, all_,
                [this, i]
                {
                    category_ = i;
                    refresh();
                });
            categories_->addWidget(chip);
        }
    }

    void show_held()
    {
        clear(held_);
        held_area_->setVisible(!all_.held().empty());
        if (all_.held().empty())
            return;
        held_->addWidget(make_label(QStringLiteral("Your seats"), "heading"));
        for (auto const& one : all_.held())
        {
            auto* const line = new QWidget;
            held_->addWidget(line); // whatever throws below, it has an owner
            auto* const row = new QHBoxLayout(line);
            row->setContentsMargins(0, 0, 0, 0);
            row->addWidget(make_label(seat_name(one)), 1);
            row->addWidget(right_label(text_of(one.amount + one.fees), "text"));
        }
        held_->addStretch();
    }

    void take_best()
    {
        auto const count = quantity_->number();
        auto const& prices = all_.chosen_rate()->prices;
        if (count && category_ < prices.size())
            all_.take_best(*count, prices[category_].category_id);
    }

public:
    static QString seat_name(api::SeatCartItemDetail const& one)
    {
        api::SeatProperties const& seat = one.seat_properties;
        QString const row = QStringLiteral("Row ") + text_of(seat.rank);
        return seat.is_numbered ? row + QStringLiteral(", seat ") + text_of(seat.seat) : row;
    }

private:
    visit& all_;
    QLabel* title_;
    QLabel* when_;
    seat_plan* plan_;
    QHBoxLayout* rates_;
    QLabel* best_heading_;
    QVBoxLayout* categories_;
    field* quantity_;
    QPushButton* best_;
    QVBoxLayout* held_;
    QScrollArea* held_area_;
    QLabel* total_;
    QPushButton* to_basket_;
    std::size_t category_ = 0;
};

class basket_page final : public shown_page
{
public:
    explicit basket_page(visit& all)
        : all_(all)
        , products_(new QVBoxLayout)
        , quantity_(new field("quantity", QStringLiteral("How many"), QStringLiteral("1")))
        , add_(make_button(QStringLiteral("Add to the basket"), "add"))
        , contact_(
              new field("contact", QStringLiteral("Phone or e-mail, in case of a question"), {}))
        , total_(right_label({}, "price"))
        , pay_(make_button({}, "pay", "primary"))
    {
        auto* const row = new QHBoxLayout(this);
        row->setContentsMargins(margin, margin, margin, margin);
        row->setSpacing(20);
        auto* const left = new QVBoxLayout;
        left->setSpacing(16);
        left->addWidget(make_label(QStringLiteral("Your basket"), "title"));
        auto* const card = make_card();
        auto* const inside = new QVBoxLayout(card);
        inside->setContentsMargins(24, 20, 24, 20);
        inside->setSpacing(12);
        lines_ = new QGridLayout;
        lines_->setHorizontalSpacing(18);
        lines_->setVerticalSpacing(12);
        lines_->setColumnStretch(0, 1);
        inside->addWidget(make_scrolled(lines_), 1);
        auto* const rule = new QFrame;
        rule->setFixedHeight(1);
        rule->setStyleSheet(QStringLiteral("background: #dde3ee;"));
        inside->addWidget(rule);
        auto* const sum = new QHBoxLayout;
        sum->addWidget(make_label(QStringLiteral("Total, fees included"), "heading"));
        total_->setObjectName(QStringLiteral("total"));
        sum->addWidget(total_);
        inside->addLayout(sum);
        left->addWidget(card, 1);
        auto* const back = make_button(QStringLiteral("Change seats"), "to_seats");
        left->addWidget(back, 0, Qt::AlignLeft);
        row->addLayout(left, 1);

        auto* const right = new QVBoxLayout;
        right->setSpacing(16);
        auto* const shelf = make_card();
        shelf->setFixedWidth(340);
        auto* const form = new QVBoxLayout(shelf);
        form->setContentsMargins(20, 18, 20, 18);
        form->setSpacing(8);
        form->addWidget(make_label(QStringLiteral("Anything else?"), "heading"));
        form->addLayout(products_);
        form->addWidget(quantity_);
        add_steps(quantity_, all_);
        form->addWidget(add_);
        right->addWidget(shelf);
        right->addStretch();
        auto* const end = make_card();
        end->setFixedWidth(340);
        auto* const last = new QVBoxLayout(end);
        last->setContentsMargins(20, 18, 20, 18);
        last->setSpacing(12);
        last->addWidget(contact_);
        last->addWidget(pay_);
        right->addWidget(end);
        row->addLayout(right);

        auto* const group = new QButtonGroup(this);
        for (std::size_t i = 0; i != all_.shelf().size(); ++i)
        {
            auto* const chip = make_button(text_of(all_.shelf()[i].label), "product", "chip");
            chip->setObjectName(QStringLiteral("product_") + QString::number(i));
            chip->setStyleSheet(QStringLiteral("min-height: 38px;"));
            chip->setChecked(i == 0);
            group->addButton(chip, static_cast<int>(i));
            products_->addWidget(chip);
        }
        products_->setSpacing(6);
        on_click(back, all_, [this] { all_.go_to(page::seats); });
        on_click(add_, all_,
            [this, group]
            {
                if (auto const count = quantity_->number(); count && group->checkedId() >= 0)
                    all_.add_product(static_cast<std::size_t>(group->checkedId()), *count);
            });
        on_click(
            pay_, all_, [this] { all_.pay(contact_->line()->text().trimmed().toStdString()); });
        QObject::connect(quantity_->line(), &QLineEdit::returnPressed, add_, &QPushButton::click);
    }

    void refresh() override
    {
        clear(lines_);
        int line = 0;
        auto const add = [&](QString const& what, QString const& how, restbind::decimal sum)
        {
            lines_->addWidget(make_label(what), line, 0);
            lines_->addWidget(right_label(how, "muted"), line, 1);
            lines_->addWidget(right_label(text_of(sum), "text"), line, 2);
            ++line;
        };
        for (auto const& one : all_.held())
            add(seats_page::seat_name(one) + QStringLiteral("  ·  ") +
                    text_of(one.seat_properties.category_label) + QStringLiteral("  ·  ") +
                    text_of(all_.rate_label(one.rate_id)),
                text_of(one.amount) + QStringLiteral(" + ") + text_of(one.fees),
                one.amount + one.fees);
        for (auto const& one : all_.products())
            add(text_of(all_.label_of(one.product_id)),
                QString::number(one.quantity) + QStringLiteral(" × ") + text_of(one.amount) +
                    (one.fees == restbind::decimal() ? QString()
                                                     : QStringLiteral(" + ") + text_of(one.fees)),
                one.amount * one.quantity + one.fees);
        lines_->setRowStretch(last_, 0);
        lines_->setRowStretch(last_ = line, 1); // what is left over is below the lines
        mark(all_.violations(), {quantity_});
        add_->setEnabled(all_.may_add_product());
        total_->setText(text_of(all_.total()));
        pay_->setText(QStringLiteral("Pay ") + text_of(all_.total()));
        pay_->setEnabled(all_.may_pay());
        if (all_.products().empty() && line == 0)
            contact_->line()->clear();
    }

private:
    visit& all_;
    QGridLayout* lines_;
    int last_ = 0;
    QVBoxLayout* products_;
    field* quantity_;
    QPushButton* add_;
    field* contact_;
    QLabel* total_;
    QPushButton* pay_;
};

/// A disc with a sign, as large as a hand.
class sign final : public QWidget
{
public:
    sign() { setFixedSize(110, 110); }

    bool is_good = true;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(is_good ? QColor(0xd8, 0xf3, 0xe6) : QColor(0xfd, 0xee, 0xd5));
        painter.drawEllipse(rect());
        painter.setPen(QPen(is_good ? QColor(0x12, 0x80, 0x5c) : QColor(0xa8, 0x5a, 0x00), 9,
            Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        if (is_good)
            painter.drawPolyline(QPolygonF({QPointF(32, 58), QPointF(49, 74), QPointF(79, 38)}));
        else
        {
            painter.drawLine(QPointF(55, 30), QPointF(55, 62));
            painter.drawPoint(QPointF(55, 80));
        }
    }
};

class end_page final : public shown_page
{
public:
    explicit end_page(visit& all)
        : all_(all)
        , sign_(new sign)
        , title_(make_label({}, "title"))
        , text_(make_label({}))
    {
        auto* const column = new QVBoxLayout(this);
        auto* const card = make_card();
        card->setFixedWidth(620);
        auto* const inside = new QVBoxLayout(card);
        inside->setContentsMargins(48, 44, 48, 44);
        inside->setSpacing(20);
        inside->addWidget(sign_, 0, Qt::AlignHCenter);
        title_->setAlignment(Qt::AlignCenter);
        title_->setObjectName(QStringLiteral("end_title"));
        text_->setAlignment(Qt::AlignCenter);
        text_->setObjectName(QStringLiteral("end_text"));
        inside->addWidget(title_);
        inside->addWidget(text_);
        auto* const next = make_button(QStringLiteral("Next visitor"), "next", "primary");
        inside->addWidget(next);
        column->addWidget(card, 0, Qt::AlignCenter);
        on_click(next, all_, [this] { all_.start_over(); });
    }

    void refresh() override
    {
        bool const is_sold = all_.at() == page::sold;
        sign_->is_good = is_sold;
        sign_->update();
        title_->setText(is_sold ? QStringLiteral("Thank you. Enjoy the evening!")
                                : QStringLiteral("We are checking your order"));
        QString const cart = QStringLiteral("cart ") + QString::number(all_.cart_id());
        text_->setText(is_sold
                           ? QStringLiteral("Paid: ") + text_of(all_.total()) +
                                 QStringLiteral("\nYour order: ") +
                                 (all_.order_number().empty() ? cart : text_of(all_.order_number()))
                           : text_of(std::string(api::operations::confirm_order::after_loss.show)) +
                                 QStringLiteral("\n\nFor the staff: ") + cart +
                                 QStringLiteral(", paid ") + text_of(all_.total()));
    }

private:
    visit& all_;
    sign* sign_;
    QLabel* title_;
    QLabel* text_;
};

class staff_page final : public shown_page
{
public:
    explicit staff_page(visit& all)
        : all_(all)
        , title_(make_label({}, "title"))
        , list_(new QVBoxLayout)
    {
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(margin, margin, margin, margin);
        column->setSpacing(16);
        auto* const top = new QHBoxLayout;
        title_->setObjectName(QStringLiteral("staff_title"));
        top->addWidget(title_, 1);
        auto* const back = make_button(QStringLiteral("Back"), "leave_staff");
        top->addWidget(back);
        column->addLayout(top);
        list_->setSpacing(12);
        column->addWidget(make_scrolled(list_), 1);
        on_click(back, all_, [this] { all_.leave_staff(); });
    }

    void refresh() override
    {
        auto const count = all_.unresolved().size();
        title_->setText(count == 0 ? QStringLiteral("No sale needs attention")
                        : count == 1
                            ? QStringLiteral("One sale needs attention")
                            : QString::number(count) + QStringLiteral(" sales need attention"));
        clear(list_);
        for (open_sale const& one : all_.unresolved())
            list_->addWidget(make_sale(one));
        list_->addStretch();
    }

private:
    QWidget* make_sale(open_sale const& one)
    {
        auto* const card = make_card();
        auto* const column = new QVBoxLayout(card);
        column->setContentsMargins(24, 20, 24, 20);
        column->setSpacing(12);
        column->addWidget(make_label(
            text_of(one.operation) + QStringLiteral(",  ") + text_of(one.when), "heading"));
        auto* const facts = new QGridLayout;
        facts->setHorizontalSpacing(18);
        facts->setVerticalSpacing(8);
        facts->setColumnStretch(1, 1);
        int line = 0;
        auto const add = [&](char const* what, std::string const& value)
        {
            facts->addWidget(make_label(QString::fromLatin1(what), "muted"), line, 0, Qt::AlignTop);
            facts->addWidget(make_label(text_of(value)), line++, 1);
        };
        add("Asked", one.request);
        add("Paid", one.paid.empty() ? "nothing" : one.paid);
        add("Send again?",
            one.key.empty() ? "never: it has no idempotency key" : "with the key " + one.key);
        add("Who can tell", one.ask);
        add("The visitor sees", one.show);
        column->addLayout(facts);
        auto* const row = new QHBoxLayout;
        auto* const found_out = new QLineEdit;
        found_out->setObjectName(QStringLiteral("found_out"));
        found_out->setPlaceholderText(QStringLiteral("What became of it? Who has said so?"));
        auto* const settle = make_button(QStringLiteral("Settle"), "settle", "primary");
        settle->setEnabled(false);
        QObject::connect(found_out, &QLineEdit::textChanged, settle,
            [settle](QString const& text) { settle->setEnabled(!text.trimmed().isEmpty()); });
        QObject::connect(found_out, &QLineEdit::returnPressed, settle, &QPushButton::click);
        row->addWidget(found_out, 1);
        row->addWidget(settle);
        column->addLayout(row);
        on_click(settle, all_,
            [this, found_out, number = one.number]
            { all_.settle(number, found_out->text().trimmed().toStdString()); });
        return card;
    }

    visit& all_;
    QLabel* title_;
    QVBoxLayout* list_;
};

} // namespace

shown_page* make_events_page(visit& all)
{
    return new events_page(all);
}
shown_page* make_seats_page(visit& all)
{
    return new seats_page(all);
}
shown_page* make_basket_page(visit& all)
{
    return new basket_page(all);
}
shown_page* make_end_page(visit& all)
{
    return new end_page(all);
}
shown_page* make_staff_page(visit& all)
{
    return new staff_page(all);
}

} // namespace kiosk
