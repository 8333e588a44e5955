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

} // namespace restbind::tls::detail
