// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/detail/src.ipp>
#include <restbind/json/detail/cursor.ipp>
#include <restbind/json/detail/decode.ipp>
#include <restbind/json/detail/leniency.ipp>
#include <restbind/json/detail/object_reader.ipp>
#include <restbind/json/detail/problem.ipp>
#include <restbind/json/detail/read_number.ipp>
#include <restbind/json/detail/read_string.ipp>
#include <restbind/json/detail/skip.ipp>
