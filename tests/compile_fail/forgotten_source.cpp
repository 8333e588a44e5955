// SPDX-License-Identifier: BSL-1.0
// The linker names the header that is missing where nothing supplies Boost.JSON; with g++ in its first line, before all of Boost.JSON.
// expect: restbind_include_src_hpp_in_one_source_file
// fails: link
// first: g++<15
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>

#ifdef CORRECT
#include <restbind/src.hpp>
#endif

bool is_object(boost::json::value const& wanted)
{
    return restbind::json::decode<boost::json::value>("{}").value() == wanted;
}

int main()
{
    return is_object(boost::json::object()) ? 0 : 1;
}
