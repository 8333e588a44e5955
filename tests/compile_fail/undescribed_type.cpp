// SPDX-License-Identifier: BSL-1.0
// A type that has no mapping is named by the compiler in one sentence.
// expect: has no JSON mapping
#include <restbind/json/decode.hpp>

#include <string>

struct not_described
{
    int value;
};

#ifdef CORRECT
auto decoded = restbind::json::decode<std::string>("\"text\"");
#else
auto decoded = restbind::json::decode<not_described>("{}");
#endif
