// SPDX-License-Identifier: BSL-1.0
#include "screen.hpp"

#include "../../examples/kiosk_screen/look.hpp"

#include <QtCore/QDir>
#include <QtGui/QImage>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QStyleFactory>

#include <algorithm>
#include <map>

namespace screen_test
{

namespace
{

/// Qt without a screen. It ends before the program's static objects do.
struct qt
{
    qt() { QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

    static char** arguments()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("TZ", "UTC");
        static char name[] = "screen_tests";
        static char* all[] = {name, nullptr};
        return all;
    }

    int count = 1;
    QApplication application{count, arguments()};
};

int distance(QRgb a, QRgb b)
{
    int const red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
    return red * red + green * green + blue * blue;
}

/// The same picture with its 256 most frequent colours: a quarter of the bytes.
QImage with_few_colours(QImage const& from)
{
    std::map<QRgb, int> counts;
    for (int y = 0; y < from.height(); ++y)
        for (int x = 0; x < from.width(); ++x)
            ++counts[from.pixel(x, y)];
    std::vector<std::pair<int, QRgb>> colours;
    for (auto const& [colour, count] : counts)
        colours.emplace_back(count, colour);
    std::ranges::sort(colours, std::greater());
    QList<QRgb> palette;
    for (std::size_t i = 0; i != std::min<std::size_t>(colours.size(), 256); ++i)
        palette << colours[i].second;
    std::map<QRgb, unsigned char> index;
    for (auto const& [colour, count] : counts)
        index[colour] = static_cast<unsigned char>(
            std::ranges::min_element(palette, {}, [&](QRgb one) { return distance(one, colour); }) -
            palette.begin());
    QImage to(from.size(), QImage::Format_Indexed8);
    to.setColorTable(palette);
    for (int y = 0; y < from.height(); ++y)
        for (int x = 0; x < from.width(); ++x)
            to.scanLine(y)[x] = index[from.pixel(x, y)];
    return to;
}

} // namespace

void visitor::take_picture(char const* name)
{
    for (int i = 0; i != 3; ++i) // widgets are made, shown and laid out by events
        QCoreApplication::processEvents();
    QDir().mkpath(QStringLiteral("pictures"));
    QString const path =
        QStringLiteral("pictures/") + QString::fromLatin1(name) + QStringLiteral(".png");
    QImage const seen = window_.grab().toImage().convertToFormat(QImage::Format_RGB32);
    BOOST_REQUIRE(with_few_colours(seen).save(path, "PNG", 0));
}

BOOST_TEST_GLOBAL_FIXTURE(qt);

} // namespace screen_test
