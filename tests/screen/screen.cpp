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
    struct use
    {
        int count = 0;
        unsigned char index = 0;
    };
    std::map<QRgb, use> colours;
    // Most pixels have the colour of the one before: that is looked up once.
    auto const each_pixel = [&](auto function)
    {
        auto known = colours.end();
        for (int y = 0; y < from.height(); ++y)
            for (int x = 0; x < from.width(); ++x)
            {
                QRgb const colour = reinterpret_cast<QRgb const*>(from.constScanLine(y))[x];
                if (known == colours.end() || known->first != colour)
                    known = colours.try_emplace(colour).first;
                function(x, y, known->second);
            }
    };
    each_pixel([](int, int, use& one) { ++one.count; });
    std::vector<std::pair<int, QRgb>> by_count;
    for (auto const& [colour, one] : colours)
        by_count.emplace_back(one.count, colour);
    std::ranges::sort(by_count, std::greater());
    QList<QRgb> palette;
    for (std::size_t i = 0; i != std::min<std::size_t>(by_count.size(), 256); ++i)
        palette << by_count[i].second;
    for (auto& [colour, one] : colours)
    {
        auto const nearest = std::ranges::min_element(
            palette, {}, [wanted = colour](QRgb other) { return distance(other, wanted); });
        one.index = static_cast<unsigned char>(nearest - palette.begin());
    }
    QImage to(from.size(), QImage::Format_Indexed8);
    to.setColorTable(palette);
    uchar* line = nullptr;
    each_pixel(
        [&](int x, int y, use const& one)
        {
            if (x == 0)
                line = to.scanLine(y);
            line[x] = one.index;
        });
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
