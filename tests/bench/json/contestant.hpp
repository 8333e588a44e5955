// SPDX-License-Identifier: BSL-1.0
// Who reads and writes what.
#pragma once

#include "payload.hpp"
#include "plain_models.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench
{

/** One thing to measure: `run` does it once and keeps nothing. */
struct task
{
    /** `decode/response_200/ours`. */
    std::string name;
    /** Bytes read or written. */
    std::size_t bytes = 0;
    std::function<void()> run;
    /** Copies the decoded value; empty where nothing is decoded. Its allocations are the model's
       own. */
    std::function<void()> copy_result;
};

/** A text and what every contestant must read from it. */
struct sample
{
    std::string name; ///< `response_200`, `response_200_indented`
    std::string text;
    plain::response expected;
};

/** A request as text and value. */
struct request_sample
{
    std::string name; ///< `request_200`
    std::string text;
    plain::request expected;
};

/** All samples, read by our own reader once; the others are held to the same values. */
struct samples
{
    std::vector<sample> responses;
    std::vector<request_sample> requests;
};

/** Ends the program when what a contestant read or wrote is not what it should be. */
void require(bool right, std::string_view task_name);

samples make_samples();

// Each adds the tasks of one library.
void add_ours(std::vector<task>& to, samples const& from);
void add_boost_json(std::vector<task>& to, samples const& from);
void add_nlohmann(std::vector<task>& to, samples const& from);
void add_rapidjson(std::vector<task>& to, samples const& from);
void add_simdjson(std::vector<task>& to, samples const& from);

/** Keeps the optimiser from leaving out what made `value`. */
template <class T>
void keep(T const& value)
{
    __asm__ __volatile__("" : : "g"(&value) : "memory");
}

/** Adds the task of decoding one sample: `decode(text)` gives a value that is compared once. */
template <class Decode, class Same>
void add_decode(std::vector<task>& to, std::string_view who, std::string const& what,
    std::string const& text, Decode decode, Same same)
{
    std::string const name = "decode/" + what + "/" + std::string(who);
    auto const value = decode(text);
    require(same(value), name);
    to.push_back({name, text.size(), [decode, &text] { keep(decode(text)); },
        [value]
        {
            auto const copy = value;
            keep(copy);
        }});
}

/** Adds the task of encoding one value: `encode()` gives a text that is read back once. */
template <class Encode, class Same>
void add_encode(
    std::vector<task>& to, std::string_view who, std::string const& what, Encode encode, Same same)
{
    std::string const name = "encode/" + what + "/" + std::string(who);
    auto const text = encode();
    require(same(text), name);
    to.push_back({name, std::size(text), [encode] { keep(encode()); }, {}});
}

/** Reads with our own reader, to check what others wrote. */
bool reads_as(std::string_view text, plain::response const& expected);
bool reads_as(std::string_view text, plain::request const& expected);

} // namespace bench
