// SPDX-License-Identifier: BSL-1.0
// The linker names the header that is missing where nothing supplies Boost.JSON.
// expect: restbind_include_src_hpp_in_one_source_file
// fails: link
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>

#ifdef CORRECT
#include <restbind/src.hpp>
#endif

int main()
{
    return restbind::json::decode<boost::json::value>("{}") ? 0 : 1;
}
