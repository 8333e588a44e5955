// SPDX-License-Identifier: BSL-1.0
#include "payload.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace bench
{

namespace
{

// A JSON value as text, or an object or array of them.
struct node
{
    std::string text;
    std::vector<std::pair<std::string, node>> members;
    std::vector<node> elements;
    enum class kind
    {
        scalar,
        object,
        array
    } type = kind::scalar;
};

using words = std::span<std::string_view const>;

constexpr std::array<std::string_view, 8> categories{"Parterre", "Catégorie 1", "Catégorie 2",
    "Loge d'honneur", "Galerie", "Carré Or", "Plein tarif – balcon", "Zone \\\"Premium\\\""};
constexpr std::array<std::string_view, 6> designations{
    "Rang A", "Balcon gauche", "Balcon côté jardin", "Orchestre", "Fosse", "1ère galerie face"};
constexpr std::array<std::string_view, 4> floors{
    "RdC", "1er étage", "2ème étage", "Étage technique"};
constexpr std::array<std::string_view, 4> blocks{
    "Bloc A", "Bloc B", "Tribune Est / Bloc 12", "Côté cour"};
constexpr std::array<std::string_view, 3> accesses{
    "Accès Nord", "Entrée principale, porte 3", "Accès Sud (PMR)"};
constexpr std::array<std::string_view, 3> tribunes{"Tribune présidentielle", "Tribune Est", "Kop"};
constexpr std::array<std::string_view, 3> doors{"Porte 1", "Porte 12", "Porte C\\u00f4t\\u00e9"};
constexpr std::array<std::string_view, 16> ranks{
    "A", "B", "C", "D", "E", "F", "G", "H", "J", "K", "L", "M", "N", "P", "Q", "R"};
constexpr std::array<std::string_view, 6> amounts{
    "45.50", "120.00", "39.90", "12.00", "75", "18.25"};
constexpr std::array<std::string_view, 4> fees{"2.00", "0", "1.85", "3.5"};
constexpr std::array<std::string_view, 6> rotations{"0", "0", "0", "-12.5", "90", "7.25"};
constexpr std::array<std::string_view, 4> flags{"true", "true", "true", "false"};
constexpr std::array<std::string_view, 2> reasons{"Siège déjà réservé", "SEAT_NOT_AVAILABLE"};
constexpr std::array<std::string_view, 3> surprises{"1", "{\"a\":[1,2,{\"b\":null}]}", "\"x\\ny\""};

// The distributions of the standard library differ between libraries; remainders do not.
class maker
{
public:
    maker(std::uint64_t seed, layout style)
        : random_(seed)
        , style_(style)
    {
    }

    node seat()
    {
        bool const access = is_there(60);
        bool const tribune = is_there(40);
        bool const door = is_there(70);
        return object({{"seatId", number(10000000, 19000000)},
            {"categoryId", number(100000, 999999)}, {"contingentId", number(1000, 99999)},
            {"designationId", number(1000, 99999)}, {"floorId", number(1, 500)},
            {"blockId", number(1, 5000)}, {"accessId", access ? number(1, 500) : scalar("null")},
            {"tribuneId", tribune ? number(1, 500) : scalar("null")},
            {"doorId", door ? number(1, 500) : scalar("null")},
            {"categoryLabel", string(categories)}, {"designationLabel", string(designations)},
            {"floorLabel", string(floors)}, {"blockLabel", string(blocks)},
            {"accessLabel", access ? string(accesses) : scalar("null")},
            {"tribuneLabel", tribune ? string(tribunes) : scalar("null")},
            {"doorLabel", door ? string(doors) : scalar("null")}, {"rank", string(ranks)},
            {"seat", scalar('"' + number(1, 120).text + '"')}, {"coordX", coordinate(2000)},
            {"coordY", coordinate(1500)}, {"status", number(0, 5)}, {"type", number(0, 3)},
            {"isNumbered", one_of(flags)}, {"rotation", one_of(rotations)}});
    }
    node line()
    {
        return object({{"rateId", number(100000, 999999)}, {"amount", one_of(amounts)},
            {"fees", one_of(fees)}, {"seatProperties", seat()}});
    }
    node error()
    {
        return object({{"seatId", number(10000000, 20000000)}, {"error", string(reasons)}});
    }
    node operation()
    {
        return object({{"seatId", number(10000000, 20000000)}, {"rateId", number(100000, 999999)},
            {"actionSelect", one_of(flags)}});
    }
    node object(std::vector<std::pair<std::string, node>> members)
    {
        if (style_ == layout::unknown)
        {
            auto const middle = static_cast<std::ptrdiff_t>(members.size() / 2);
            members.insert(members.begin() + middle, {"extraField", one_of(surprises)});
            members.push_back({"zzUnknown", scalar("\"some text\"")});
        }
        if (style_ == layout::shuffled)
            for (std::size_t left = members.size(); left > 1; --left)
                std::swap(members[left - 1], members[below(left)]);
        node made;
        made.members = std::move(members);
        made.type = node::kind::object;
        return made;
    }
    template <class Make>
    node array(std::size_t count, Make&& make)
    {
        node made;
        made.type = node::kind::array;
        for (std::size_t i = 0; i != count; ++i)
            made.elements.push_back(make());
        return made;
    }
    static node scalar(std::string text)
    {
        node made;
        made.text = std::move(text);
        return made;
    }

private:
    std::size_t below(std::size_t most) { return random_() % most; }
    bool is_there(std::size_t percent)
    {
        bool const there = below(100) < percent;
        return style_ == layout::null_poor || (there && style_ != layout::null_rich);
    }
    node one_of(words all) { return scalar(std::string(all[below(all.size())])); }
    node string(words all) { return scalar('"' + std::string(all[below(all.size())]) + '"'); }
    node number(std::size_t from, std::size_t to)
    {
        return scalar(std::to_string(from + below(to - from)));
    }
    node coordinate(std::size_t most)
    {
        std::size_t const hundredths = below(100);
        return scalar(std::to_string(below(most)) + (hundredths < 10 ? ".0" : ".") +
                      std::to_string(hundredths));
    }

    std::mt19937_64 random_;
    layout style_;
};

void write(std::string& out, node const& value, bool indent, std::size_t level)
{
    auto const line = [&](std::size_t deep)
    {
        if (indent)
            out.append("\n").append(2 * deep, ' ');
    };
    auto const list = [&](char open, char close, auto const& parts, auto&& each)
    {
        out += open;
        bool first = true;
        for (auto const& part : parts)
        {
            if (!std::exchange(first, false))
                out += ',';
            line(level + 1);
            each(part);
        }
        if (!parts.empty())
            line(level);
        out += close;
    };
    switch (value.type)
    {
    case node::kind::object:
        list('{', '}', value.members,
            [&](auto const& member)
            {
                out.append("\"").append(member.first).append(indent ? "\": " : "\":");
                write(out, member.second, indent, level + 1);
            });
        break;
    case node::kind::array:
        list('[', ']', value.elements,
            [&](node const& element) { write(out, element, indent, level + 1); });
        break;
    case node::kind::scalar:
        out += value.text;
        break;
    }
}

} // namespace

std::string make_response(std::size_t seats, layout style)
{
    maker make(7 + seats, style);
    std::size_t const errors = seats == 1 ? 0 : std::max<std::size_t>(1, seats / 50);
    node lines = make.array(seats, [&] { return make.line(); });
    node failed = make.array(errors, [&] { return make.error(); });
    node const response = make.object(
        {{"cartId", maker::scalar("918273645")}, {"cartItemId", maker::scalar("5550123")},
            {"cartItemDetail", std::move(lines)}, {"errors", std::move(failed)}});
    std::string text;
    write(text, response, style == layout::indented, 0);
    return text;
}

std::string make_request(std::size_t seats)
{
    maker make(77 + seats, layout::compact);
    node detail = make.array(seats, [&] { return make.operation(); });
    node const request = make.object(
        {{"cartId", maker::scalar("918273645")}, {"cartItemId", maker::scalar("5550123")},
            {"eventSessionId", maker::scalar("40123")}, {"detail", std::move(detail)}});
    std::string text;
    write(text, request, false, 0);
    return text;
}

std::string_view problem_text() noexcept
{
    return R"({"type":"about:blank","title":"Unprocessable Entity","status":422,)"
           R"-("detail":"The request contains 2 validation error(s)",)-"
           R"("instance":"/api/v1/cart/allocateManualSeats","errorCode":10407,"errorCount":2,)"
           R"("errors":[{"field":"detail[0].seatId","message":"SeatId must be greater than 0"},)"
           R"({"field":"cartItemId","message":"CartItemId must be greater than or equal to 0"}],)"
           R"("traceId":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"})";
}

} // namespace bench
