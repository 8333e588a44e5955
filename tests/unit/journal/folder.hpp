// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace restbind::test
{

/// A folder of its own, which is removed.
class folder
{
public:
    folder()
    {
        std::string made = (std::filesystem::temp_directory_path() / "journal-XXXXXX").string();
        path_ = ::mkdtemp(made.data());
    }
    folder(folder const&) = delete;
    ~folder() { std::filesystem::remove_all(path_); }

    std::string operator/(std::string const& name) const { return (path_ / name).string(); }

    std::filesystem::path const& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace restbind::test
