#pragma once

#include <restbind/core/secret.hpp>

#include <string>

namespace restbind::net::detail
{

/** Overwrites a text with zeros when it goes out of scope. */
class wiped_at_end
{
public:
    /** @param text Must outlive this object. */
    explicit wiped_at_end(std::string& text) noexcept
        : text_(text)
    {
    }
    ~wiped_at_end() { restbind::wipe(text_); }
    wiped_at_end(wiped_at_end const&) = delete;
    wiped_at_end& operator=(wiped_at_end const&) = delete;

private:
    std::string& text_;
};

} // namespace restbind::net::detail
