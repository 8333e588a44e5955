// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/impl/src.ipp>
#include <restbind/json/impl/cursor.ipp>
#include <restbind/json/impl/decode.ipp>
#include <restbind/json/impl/encode.ipp>
#include <restbind/json/impl/failure.ipp>
#include <restbind/json/impl/object_reader.ipp>
#include <restbind/json/impl/problem.ipp>
#include <restbind/json/impl/read_number.ipp>
#include <restbind/json/impl/read_string.ipp>
#include <restbind/json/impl/skip.ipp>
