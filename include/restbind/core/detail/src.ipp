// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/detail/error.ipp>
#include <restbind/core/detail/formats.ipp>
#include <restbind/core/detail/pattern.ipp>
#include <restbind/core/detail/utf8.ipp>
#include <restbind/core/detail/validation.ipp>
