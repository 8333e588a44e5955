// SPDX-License-Identifier: BSL-1.0
// The generator compiles patterns (spec/pattern.py), and so does the oracle in tests/support. tests/generator/pattern_cases.py writes what the generator makes of some
// hundred patterns, and what others say of texts.

#include "support/pattern/pattern.hpp"

#include <restbind/json/schema/unicode_properties.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace
{

struct pattern_case
{
    std::string pattern;
    std::vector<std::uint32_t> words; // none: it cannot be compiled
    struct text
    {
        char verdict; // of someone else: 0, 1, or ? where there is none
        std::string text;
    };
    std::vector<text> texts;
};

std::string bytes_of(std::string const& hex)
{
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        out.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return out;
}

std::vector<pattern_case> cases()
{
    std::vector<pattern_case> out;
    std::ifstream file(PATTERN_CASES);
    for (std::string line; std::getline(file, line);)
    {
        std::istringstream in(line);
        std::string kind, hex;
        in >> kind;
        if (kind == "pattern")
        {
            in >> hex;
            out.push_back({bytes_of(hex), {}, {}});
        }
        else if (kind == "words")
            for (std::uint32_t word = 0; in >> word;)
                out.back().words.push_back(word);
        else if (kind == "text")
        {
            char verdict = 0;
            in >> verdict >> hex;
            out.back().texts.push_back({verdict, bytes_of(hex)});
        }
    }
    return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pattern_programs)

BOOST_AUTO_TEST_CASE(the_generator_and_the_runtime_compile_the_same_words)
{
    auto const all = cases();
    BOOST_TEST(all.size() >= 400u);
    for (auto const& one : all)
    {
        BOOST_TEST_CONTEXT(one.pattern)
        {
            auto const own = restbind::test::pattern::read(one.pattern);
            BOOST_TEST(own.has_value() == !one.words.empty());
            if (own)
                BOOST_TEST(std::vector(own->words().begin(), own->words().end()) == one.words,
                    boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(programs_of_the_generator_fit_what_others_say_that_fits)
{
    std::size_t judged = 0;
    for (auto const& one : cases())
    {
        if (one.words.empty())
            continue;
        restbind::test::pattern const own(one.pattern);
        for (auto const& [verdict, text] : one.texts)
        {
            BOOST_TEST_INFO(one.pattern << " on " << text);
            bool const fits = restbind::matches_properties(one.words.data(), text);
            BOOST_TEST(fits == own.matches(text));
            if (verdict == '?')
                continue;
            BOOST_TEST_INFO(one.pattern << " on " << text);
            BOOST_TEST(fits == (verdict == '1'));
            ++judged;
        }
    }
    BOOST_TEST(judged >= 10'000u);
}

BOOST_AUTO_TEST_SUITE_END()
