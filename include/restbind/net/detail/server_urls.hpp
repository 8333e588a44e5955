#pragma once

#include <restbind/net/detail/config.hpp>

#include <cstddef>
#include <initializer_list>
#include <list>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::net
{

/** Addresses by name, in the order of their names; each name occurs once. An address stays where it
    is as long as this object lives. */
class server_urls
{
public:
    /** A name and its address. */
    using value_type = std::pair<std::string, std::string>;
    using const_iterator = std::list<value_type>::const_iterator;

    /** No addresses. */
    server_urls() noexcept = default;

    /** These addresses; of two with one name the first counts. */
    server_urls(std::initializer_list<value_type> known)
    {
        for (value_type const& one : known)
            if (!contains(one.first))
                insert_or_assign(one.first, one.second);
    }

    /** The address of that name; an empty one is added if there is none. */
    std::string& operator[](std::string_view name)
    {
        auto at = known_.begin();
        while (at != known_.end() && at->first < name)
            ++at;
        if (at == known_.end() || at->first != name)
            at = known_.emplace(at, std::string(name), std::string());
        return at->second;
    }

    /** Adds an address or replaces the one of that name. */
    void insert_or_assign(std::string_view name, std::string_view address)
    {
        (*this)[name].assign(address);
    }

    /** The address of that name, or null. */
    std::string const* find(std::string_view name) const noexcept
    {
        for (value_type const& one : known_)
            if (one.first == name)
                return &one.second;
        return nullptr;
    }

    /** Whether there is an address of that name. */
    bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }

    const_iterator begin() const noexcept { return known_.begin(); }
    const_iterator end() const noexcept { return known_.end(); }
    std::size_t size() const noexcept { return known_.size(); }
    bool empty() const noexcept { return known_.empty(); }

private:
    std::list<value_type> known_;
};

/** Values by name, in the order of their names. */
using named_values = server_urls;

} // namespace restbind::net
