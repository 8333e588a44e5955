// SPDX-License-Identifier: BSL-1.0
// Boost.JSON's values, which hold open JSON. <X11/Xlib.h> defines `Bool` as a macro, and Boost.JSON
// has a template parameter of that name.
#pragma once

#pragma push_macro("Bool")
#undef Bool

#include <boost/json/array.hpp>
#include <boost/json/kind.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/string_view.hpp>
#include <boost/json/value.hpp>

#pragma pop_macro("Bool")
