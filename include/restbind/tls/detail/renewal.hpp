// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/channel.hpp>
#include <restbind/tls/detail/system.hpp>
#include <restbind/tls/options.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/** Time and size of a file, by which a change is noticed. */
struct file_stamp
{
    std::filesystem::file_time_type written{}; ///< of a file that is not there: never
    std::uintmax_t size = 0;

    bool operator==(file_stamp const&) const = default;
};

/** The files of some options, as they stand on disk. */
class watched_files
{
public:
    explicit watched_files(options const& settings);

    /** Whether there is any. */
    bool empty() const noexcept { return paths_.empty(); }

    /** Looks at them. @returns Whether they have changed since the last look. */
    bool look();

    /** Whether a change since the last look would show at the next one. */
    bool is_settled() const noexcept { return is_settled_; }

private:
    std::vector<std::string> paths_;
    std::vector<file_stamp> stamps_;
    bool is_settled_ = false;
};

/** Makes channels with the files of its options as they stand on disk. New connections have what
    was renewed; those that exist keep what they began with. Thread-safe.

    | files             | they can be used | what is used afterwards, and what is told      |
    |-------------------|------------------|------------------------------------------------|
    | as before         |                  | what was used before                           |
    | changed           | yes              | the new ones; told                             |
    | changed           | no               | what was used before; told; read again later   |
    | as before, no use | yes              | the new ones; told                             |
    | as before, no use | no               | what was used before; read again later         |
    | written just now  | yes              | the new ones; read again later                 |
*/
class renewed_context final : public http::secure_channel_factory
{
public:
    /** @param first What the files are now. */
    renewed_context(options&& settings, std::shared_ptr<context> first, watched_files&& files);

    RESTBIND_DECL std::unique_ptr<http::secure_channel> make(
        std::string const& host, std::uint16_t port) override;

private:
    using clock = std::chrono::steady_clock;

    bool begin_look();
    void end_look(std::shared_ptr<context> renewed);
    void look();
    void read(bool has_changed);
    void tell(result<void> const& outcome) noexcept;

    options const settings_;

    std::mutex mutex_; ///< guards what follows
    std::shared_ptr<context> current_;
    bool is_looking_ = false;

    // Of the one thread that looks.
    watched_files files_;
    bool failed_ = false;    ///< whether the files could not be used
    bool read_again_ = true; ///< at `next_read_`, though they look as before
    clock::time_point next_read_;
};

/// Resolution of the times of files: a file that was written less than this ago may be written once
/// more and keep its time.
inline constexpr std::chrono::seconds resolution_of_times{2};

inline watched_files::watched_files(options const& settings)
{
    for (std::string const* path : {&settings.ca_file, &settings.crl_file,
             &settings.certificate_file, &settings.private_key_file})
        if (!path->empty())
            paths_.push_back(*path);
}

inline bool watched_files::look()
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

inline renewed_context::renewed_context(
    options&& settings, std::shared_ptr<context> first, watched_files&& files)
    : settings_(std::move(settings))
    , current_(std::move(first))
    , files_(std::move(files))
    , read_again_(!files_.is_settled())
    , next_read_(clock::now() + resolution_of_times)
{
}

inline std::unique_ptr<http::secure_channel> renewed_context::make(
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

/// Whether the caller is to look at the files, because no other thread does. The others use what
/// was read before.
inline bool renewed_context::begin_look()
{
    std::lock_guard const lock(mutex_);
    return !std::exchange(is_looking_, true);
}

inline void renewed_context::end_look(std::shared_ptr<context> renewed)
{
    std::lock_guard const lock(mutex_);
    if (renewed)
        current_ = std::move(renewed);
    is_looking_ = false;
}

inline void renewed_context::look()
{
    bool const has_changed = files_.look();
    if (has_changed || (read_again_ && clock::now() >= next_read_))
        read(has_changed);
    else
        end_look(nullptr);
}

inline void renewed_context::read(bool has_changed)
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

inline void renewed_context::tell(result<void> const& outcome) noexcept
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
