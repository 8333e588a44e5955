// SPDX-License-Identifier: BSL-1.0
// Profiles in a configuration file, and secrets: from the environment, a private file or a prompt.
#pragma once

#include <restbind/cli/detail/terminal.hpp>
#include <restbind/cli/table.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace restbind::inline RESTBIND_ABI::cli
{

namespace detail
{

inline error unusable(std::string detail)
{
    return error(error_kind::invalid_argument, std::move(detail));
}

inline std::string environment(std::string const& name)
{
    char const* const found = std::getenv(name.c_str());
    return found ? found : "";
}

/** `client_id` as `CLIENT_ID`, `client-id` too. */
inline std::string upper(std::string_view name)
{
    std::string out;
    for (char const c : name)
        out += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
}

inline std::string_view trimmed(std::string_view text)
{
    auto const first = text.find_first_not_of(" \t\r");
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

} // namespace detail

/** Where the profiles of a program are: `$XDG_CONFIG_HOME/NAME/config`, by default in `~/.config`. */
inline std::string profiles_path(std::string_view program)
{
    std::string folder = detail::environment("XDG_CONFIG_HOME");
    if (folder.empty() || folder.front() != '/') // as the XDG specification says
        folder = detail::environment("HOME") + "/.config";
    return folder.append("/").append(program).append("/config");
}

/** Reads one profile: the lines `name = value` below `[profile]`. Those above the first heading hold
    for each profile. A line that begins with `#` is a comment.

    @param secrets Names that no profile may have.
    @returns The settings; none if there is no file and the profile is `default`.
    @par Errors
    error_kind::invalid_argument for a line that is neither, a profile that is not there, and a
    secret in the file.
*/
inline result<settings> read_profile(std::string const& path, std::string_view profile,
    std::span<std::string_view const> secrets)
{
    settings found;
    std::ifstream file(path);
    bool is_there = profile == "default";
    bool applies = true;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);)
    {
        ++number;
        auto const text = detail::trimmed(line);
        auto const place = path + ":" + std::to_string(number) + ": ";
        auto const equals = text.find('=');
        if (text.empty() || text.front() == '#')
            continue;
        if (text.front() == '[' && text.back() == ']')
        {
            applies = text.substr(1, text.size() - 2) == profile;
            is_there = is_there || applies;
            continue;
        }
        if (equals == text.npos)
            return detail::unusable(place + "a line is `name = value` or `[profile]`");
        std::string const name(detail::trimmed(text.substr(0, equals)));
        if (std::find(secrets.begin(), secrets.end(), name) != secrets.end())
            return detail::unusable(place + "a secret does not stand here: `" + name
                + "_file` names a file of mode 0600 that has it");
        if (applies)
            found.insert_or_assign(name, std::string(detail::trimmed(text.substr(equals + 1))));
    }
    struct ::stat known{};
    bool const exists = ::stat(path.c_str(), &known) == 0;
    if (exists && (!file.is_open() || S_ISDIR(known.st_mode)))
        return detail::unusable(path + " cannot be read");
    if (!is_there)
        return detail::unusable("there is no profile `" + std::string(profile) + "` in " + path);
    return found;
}

namespace detail
{

/** What to say where a setting is missing and no profile was chosen: which profiles there are. */
inline std::string hint_of_profiles(std::string const& path, std::string_view chosen)
{
    std::string names;
    std::ifstream file(path);
    for (std::string line; chosen == "default" && std::getline(file, line);)
        if (auto const text = trimmed(line); text.size() > 2 && text.front() == '[' && text.back() == ']')
            names.append(names.empty() ? "" : ", ").append(text.substr(1, text.size() - 2));
    return names.empty() ? names : "; --profile chooses one of these: " + names;
}

} // namespace detail

/** Reads a secret from a file that nobody but its owner may read. */
inline result<secret> read_secret_file(std::string const& path)
{
    struct ::stat known;
    if (::stat(path.c_str(), &known) != 0)
        return detail::unusable("the file of the secret, " + path + ", cannot be read");
    if (detail::is_readable_by_others(known))
        return detail::unusable(
            "others may read the file of the secret: chmod 600 " + path);
    std::ifstream file(path);
    std::string text;
    if (!std::getline(file, text) || text.empty())
        return detail::unusable("the file of the secret, " + path + ", is empty");
    return secret(std::move(text));
}

/** Asks for a secret at the terminal, without showing it. */
inline result<secret> prompt_secret(std::string_view what)
{
    if (!detail::is_terminal(detail::stream::input))
        return detail::unusable("there is no terminal to ask for the secret");
    std::string text = detail::read_unseen(what);
    if (text.empty())
        return detail::unusable("no secret was typed");
    return secret(std::move(text));
}

/** A secret: from the environment variable `PROGRAM_NAME`, else from the file that the setting
    `name_file` names, else typed at the terminal. */
inline result<secret> find_secret(
    std::string_view program, std::string_view name, settings const& known)
{
    std::string const variable = detail::upper(program) + "_" + detail::upper(name);
    if (char const* const text = std::getenv(variable.c_str()); text && *text)
        return secret(text);
    auto const file = known.find(std::string(name) + "_file");
    if (file != known.end())
        return read_secret_file(file->second);
    auto typed = prompt_secret(name);
    if (!typed)
        return detail::unusable("no " + std::string(name) + ": set " + variable + ", or "
            + std::string(name) + "_file in a profile (" + typed.error().detail() + ")");
    return typed;
}

} // namespace restbind::cli
