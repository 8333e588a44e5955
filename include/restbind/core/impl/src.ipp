// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/core/impl/error.ipp>
#include <restbind/core/impl/utf8.ipp>
#include <restbind/core/impl/validation.ipp>
#include <restbind/core/impl/violations.ipp>
