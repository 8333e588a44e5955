// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/tls/detail/renewal.hpp>
#include <restbind/tls/detail/system.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// Resolution of the times of files: a file that was written less than this ago may be written once
/// more and keep its time.
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
    is_settled_ = true;
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
    return std::exchange(stamps_, seen) != seen;
}

RESTBIND_DECL renewed_context::renewed_context(
    options&& settings, std::shared_ptr<context> first, watched_files&& files)
    : settings_(std::move(settings))
    , current_(std::move(first))
    , files_(std::move(files))
    , read_again_(!files_.is_settled())
    , next_read_(clock::now() + resolution_of_times)
{
}

RESTBIND_DECL std::unique_ptr<http::secure_channel> renewed_context::make(
    std::string const& host, std::uint16_t port)
{
    if (begin_look())
    {
        try
        {
            look();
        }
        catch (...)
        {
            end_look(nullptr);
            throw;
        }
    }
    std::shared_ptr<context> used;
    {
        std::lock_guard const lock(mutex_);
        used = current_;
    }
    return used->make(host, port);
}

/// Whether the caller is to look at the files, because no other thread does. The others use what was
/// read before.
RESTBIND_DECL bool renewed_context::begin_look()
{
    std::lock_guard const lock(mutex_);
    return !std::exchange(is_looking_, true);
}

RESTBIND_DECL void renewed_context::end_look(std::shared_ptr<context> renewed)
{
    std::lock_guard const lock(mutex_);
    if (renewed)
        current_ = std::move(renewed);
    is_looking_ = false;
}

RESTBIND_DECL void renewed_context::look()
{
    bool const has_changed = files_.look();
    if (has_changed || (read_again_ && clock::now() >= next_read_))
        read(has_changed);
    else
        end_look(nullptr);
}

RESTBIND_DECL void renewed_context::read(bool has_changed)
{
    read_again_ = true; // also if this throws
    auto const renewed = context::open(settings_.clone());
    bool const had_failed = std::exchange(failed_, !renewed);
    read_again_ = failed_ || !files_.is_settled();
    next_read_ = clock::now() + resolution_of_times;
    end_look(renewed ? *renewed : nullptr);
    if (has_changed || had_failed != failed_)
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
        // Who is told cannot change what was read.
    }
}

} // namespace restbind::tls::detail
