// SPDX-License-Identifier: BSL-1.0
// The linker names the header that is missing where nothing supplies what is compiled separately.
// expect: restbind_include_src_hpp_in_one_source_file
// fails: link
#define RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/decode.hpp>

#include <string>

#ifdef CORRECT
#include <restbind/src.hpp>
#endif

int main()
{
    return restbind::json::decode<std::string>("\"a\"") ? 0 : 1;
}
