#pragma once

#include <restbind/core/secret.hpp>

#include <string>

namespace restbind::net::detail
{

/** Overwrites a text with zeros when it goes out of scope. */
class wipe_guard
{
public:
    /** @param text Must outlive this object. */
    explicit wipe_guard(std::string& text) noexcept
        : text_(text)
    {
    }
    ~wipe_guard() { restbind::wipe(text_); }
    wipe_guard(wipe_guard const&) = delete;
    wipe_guard& operator=(wipe_guard const&) = delete;

private:
    std::string& text_;
};

} // namespace restbind::net::detail
