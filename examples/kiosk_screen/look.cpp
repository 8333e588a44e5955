// SPDX-License-Identifier: BSL-1.0
#include "look.hpp"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtGui/QIntValidator>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <map>

namespace kiosk
{

QString style_sheet()
{
    return QStringLiteral(R"(
        * { font-family: "DejaVu Sans"; font-size: 15px; color: #1b2333; }
        #window, #page, QScrollArea, #scrolled { background: #f1f4f9; border: none; }
        #header { background: white; border-bottom: 1px solid #dde3ee; }
        #card QScrollArea, #card #scrolled { background: transparent; }
        #card { background: white; border: 1px solid #dde3ee; border-radius: 14px; }
        #shield { background: rgba(27, 35, 51, 150); }
        QLabel { background: transparent; }
        QLabel[look="brand"] { font-size: 21px; font-weight: bold; color: #2457d6; }
        QLabel[look="title"] { font-size: 25px; font-weight: bold; }
        QLabel[look="heading"] { font-size: 17px; font-weight: bold; }
        QLabel[look="muted"] { font-size: 13px; color: #5d6880; }
        QLabel[look="wrong"] { font-size: 13px; color: #b3261e; }
        QLabel[look="price"] { font-size: 25px; font-weight: bold; }
        QLabel[look="step"] { color: #5d6880; padding: 6px 14px; }
        QLabel[look="step now"] { color: #2457d6; font-weight: bold;
                                  background: #e8eefc; border-radius: 16px; padding: 6px 14px; }
        QPushButton { min-height: 44px; border-radius: 10px; padding: 0 18px; }
        QPushButton[look="primary"] { background: #2457d6; color: white; border: none;
                                      font-size: 17px; font-weight: bold; min-height: 54px; }
        QPushButton[look="primary"]:pressed { background: #1a43a8; }
        QPushButton[look="primary"]:disabled { background: #c3cbdb; }
        QPushButton[look="plain"], QPushButton[look="chip"] { background: white;
                                                              border: 1px solid #b9c3d6; }
        QPushButton[look="plain"]:pressed, QPushButton[look="chip"]:pressed { background: #e8eefc; }
        QPushButton[look="plain"]:disabled { color: #9aa4b8; border-color: #dde3ee; }
        QPushButton[look="chip"]:checked { background: #e8eefc; color: #2457d6;
                                           border: 2px solid #2457d6; padding: 0 17px; }
        QPushButton[look="quiet"] { background: transparent; border: none; color: #5d6880; }
        QPushButton[look="quiet"]:disabled { color: #c3cbdb; }
        QPushButton:focus { border: 2px solid #7c9cf0; padding: 0 16px; }
        QLineEdit { min-height: 44px; border: 1px solid #b9c3d6; border-radius: 10px;
                    padding: 0 12px; background: white;
                    selection-background-color: #2457d6; selection-color: white; }
        QLineEdit:focus { border: 2px solid #2457d6; }
        QLineEdit[wrong="true"] { border: 2px solid #b3261e; background: #fdf1f0; }
        QProgressBar { border: none; border-radius: 4px; background: #e8eefc; max-height: 8px; }
        QProgressBar::chunk { background: #2457d6; border-radius: 4px; }
        QScrollBar:vertical { width: 14px; background: transparent; }
        QScrollBar::handle:vertical { background: #c3cbdb; border-radius: 7px; min-height: 50px; }
        QScrollBar::add-line, QScrollBar::sub-line { height: 0; }
    )");
}

namespace
{

QDateTime start_of(session const& one)
{
    return QDateTime::fromString(text_of(one.starts_at), Qt::ISODate).toLocalTime();
}

} // namespace

QString day_of(session const& one)
{
    return QLocale(QLocale::English)
        .toString(start_of(one).date(), QStringLiteral("dddd, d MMMM yyyy"));
}

QString short_day_of(session const& one)
{
    return QLocale(QLocale::English)
        .toString(start_of(one).date(), QStringLiteral("ddd d MMM yyyy"));
}

QString time_of(session const& one)
{
    return start_of(one).time().toString(QStringLiteral("HH:mm"));
}

QPushButton* make_button(QString const& text, char const* name, char const* look)
{
    QString plain = text;
    plain.replace(QLatin1Char('&'), QStringLiteral("&&")); // else the next letter is underlined
    auto* const button = new QPushButton(plain);
    button->setObjectName(QString::fromLatin1(name));
    button->setProperty("look", QString::fromLatin1(look));
    button->setCheckable(QLatin1String(look) == QLatin1String("chip"));
    return button;
}

QLabel* make_label(QString const& text, char const* look)
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText); // what a service sends is no markup
    label->setWordWrap(true);
    label->setProperty("look", QString::fromLatin1(look));
    return label;
}

QFrame* make_card()
{
    auto* const card = new QFrame;
    card->setObjectName(QStringLiteral("card"));
    return card;
}

void clear(QLayout* layout)
{
    while (QLayoutItem* const item = layout->takeAt(0))
    {
        if (QWidget* const widget = item->widget())
        {
            widget->hide();
            widget->setParent(nullptr);
            widget->deleteLater(); // a click that it has sent is still being handled
        }
        else if (QLayout* const inner = item->layout())
            clear(inner);
        delete item;
    }
}

field::field(char const* name, QString const& caption, QString const& text)
    : name_(name)
    , line_(new QLineEdit(text))
    , row_(new QHBoxLayout)
    , wrong_(make_label({}, "wrong"))
{
    line_->setObjectName(QString::fromLatin1(name));
    wrong_->setObjectName(QString::fromLatin1(name) + QStringLiteral("_wrong"));
    wrong_->hide();
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(6);
    all->addWidget(make_label(caption, "muted"));
    all->addLayout(row_);
    row_->setSpacing(8);
    row_->addWidget(line_, 1);
    all->addWidget(wrong_);
    QObject::connect(line_, &QLineEdit::textEdited, this, [this] { mark({}); });
}

std::optional<std::int64_t> field::number()
{
    bool is_number = false;
    std::int64_t const value = line_->text().trimmed().toLongLong(&is_number);
    if (is_number)
        return value;
    mark(QStringLiteral("Please enter a number"));
    return std::nullopt;
}

void field::mark(QString const& wrong)
{
    wrong_->setText(wrong);
    wrong_->setVisible(!wrong.isEmpty());
    line_->setProperty("wrong", !wrong.isEmpty());
    line_->style()->unpolish(line_); // the style sheet looks at the property anew
    line_->style()->polish(line_);
}

bool field::is_for(restbind::violation const& one) const
{
    // A service may begin the names of members with a capital.
    return QString::fromStdString(one.field).compare(
               QString::fromStdString(name_), Qt::CaseInsensitive) == 0;
}

void mark(std::vector<restbind::violation> const& violations, std::initializer_list<field*> fields)
{
    std::map<field*, QStringList> wrong;
    for (restbind::violation const& one : violations)
    {
        auto const found = std::ranges::find_if(fields, [&](field* f) { return f->is_for(one); });
        wrong[found == fields.end() ? *fields.begin() : *found] << text_of(one.message);
    }
    for (field* const one : fields)
        if (wrong.contains(one))
            one->mark(wrong[one].join(QLatin1Char('\n')));
}

} // namespace kiosk
