// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/tls/detail/renewal.hpp>
#include <restbind/tls/detail/system.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// A file that was written less than this before it was looked at may be written again without
/// another time.
inline constexpr std::chrono::seconds resolution_of_times{2};

RESTBIND_DECL watched_files::watched_files(options const& settings)
{
    for (std::string const* path : {&settings.ca_file, &settings.crl_file,
             &settings.certificate_file, &settings.private_key_file})
        if (!path->empty())
            paths_.push_back(*path);
}

RESTBIND_DECL bool watched_files::look()
{
    auto const newest_settled =
        std::filesystem::file_time_type::clock::now() - resolution_of_times;
    bool const was_settled = std::exchange(is_settled_, true);
    std::vector<file_stamp> seen(paths_.size());
    for (std::size_t i = 0; i != paths_.size(); ++i)
    {
        auto const path = path_of(paths_[i]);
        std::error_code missing;
        auto const written = std::filesystem::last_write_time(path, missing);
        auto const size = missing ? 0 : std::filesystem::file_size(path, missing);
        if (!missing)
            seen[i] = {written, size};
        is_settled_ = is_settled_ && !missing && written < newest_settled;
    }
    has_changed_ = seen != stamps_;
    stamps_ = std::move(seen);
    return has_changed_ || !was_settled;
}

RESTBIND_DECL renewed_context::renewed_context(
    options&& settings, std::shared_ptr<context> first, watched_files&& files)
    : settings_(std::move(settings))
    , current_(std::move(first))
    , next_look_(clock::now() + settings_.reload_interval)
    , files_(std::move(files))
{
}

RESTBIND_DECL std::unique_ptr<http::secure_channel> renewed_context::make(
    std::string const& host, std::uint16_t port)
{
    if (begin_look())
        look();
    std::shared_ptr<context> used;
    {
        std::lock_guard const lock(mutex_);
        used = current_;
    }
    return used->make(host, port);
}

/// Whether the time has come to look; others go on with what there is.
RESTBIND_DECL bool renewed_context::begin_look()
{
    std::lock_guard const lock(mutex_);
    if (is_looking_ || clock::now() < next_look_)
        return false;
    is_looking_ = true;
    return true;
}

RESTBIND_DECL void renewed_context::look()
{
    bool const is_due = files_.look() || failed_;
    result<std::shared_ptr<context>> renewed = std::shared_ptr<context>();
    if (is_due)
        renewed = context::open(settings_.clone());
    bool const is_news = is_due && (files_.has_changed() || (failed_ && renewed));
    failed_ = is_due && !renewed;
    {
        std::lock_guard const lock(mutex_);
        if (is_due && renewed)
            current_ = *renewed;
        next_look_ = clock::now() + settings_.reload_interval;
        is_looking_ = false;
    }
    if (is_news)
        tell(renewed ? result<void>() : renewed.error());
}

RESTBIND_DECL void renewed_context::tell(result<void> const& outcome) noexcept
{
    try
    {
        if (settings_.reloaded)
            settings_.reloaded(outcome);
    }
    catch (...)
    {
        // Who is told changes nothing.
    }
}

} // namespace restbind::tls::detail
