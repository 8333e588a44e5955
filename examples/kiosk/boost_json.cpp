// SPDX-License-Identifier: BSL-1.0
// The part of Boost.JSON that its headers do not inline: once in every program that uses open JSON values.
#include <restbind/src.hpp>
