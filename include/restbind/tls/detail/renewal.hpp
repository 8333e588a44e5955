// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/channel.hpp>
#include <restbind/tls/options.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/** By what a file is known to have changed. */
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

    /** Looks at them. @returns Whether they may have changed since the last look. */
    bool look();

    /** Whether the last look has found other files than the one before. */
    bool has_changed() const noexcept { return has_changed_; }

private:
    std::vector<std::string> paths_;
    std::vector<file_stamp> stamps_;
    bool is_settled_ = false; ///< whether a write since would show
    bool has_changed_ = false;
};

/** Makes channels with the files of its options as they stand on disk. New connections have what
    was renewed; those that exist keep what they began with. Thread-safe.

    | files             | they can be used | what is used afterwards, and what is told      |
    |-------------------|------------------|------------------------------------------------|
    | as before         |                  | as before                                      |
    | changed           | yes              | the new ones; told                             |
    | changed           | no               | the old ones; told; looked at again            |
    | as before, no use | yes              | the new ones; told: a later file of the pair   |
    | as before, no use | no               | the old ones                                   |
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
    void look();
    void tell(result<void> const& outcome) noexcept;

    options const settings_;

    std::mutex mutex_; ///< guards what follows
    std::shared_ptr<context> current_;
    clock::time_point next_look_;
    bool is_looking_ = false;

    // Of the one thread that looks.
    watched_files files_;
    bool failed_ = false; ///< whether the files could not be used
};

} // namespace restbind::tls::detail
