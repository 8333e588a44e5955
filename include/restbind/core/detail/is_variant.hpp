#pragma once

#include <restbind/core/detail/config.hpp>

#include <variant>

namespace restbind::detail
{

/** Whether a type is a `std::variant`. */
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

} // namespace restbind::detail
