// SPDX-License-Identifier: BSL-1.0
// A command line for an API: the main program of what `restbind cli` generates. Needs CLI11.
#pragma once

#include <restbind/cli/detail/option.hpp>
#include <restbind/cli/detail/profile.hpp>
#include <restbind/cli/detail/report.hpp>
#include <restbind/cli/detail/terminal.hpp>
#include <restbind/cli/detail/verify.hpp>
#include <restbind/cli/table.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/url.hpp>
#include <restbind/net/blocking_client.hpp>
#include <restbind/net/network.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/ostream_observer.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <exception>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::cli
{

struct invocation;

/** A subcommand: one operation. */
struct command
{
    std::string_view name;  ///< as it is typed: `list-things`
    std::string_view group; ///< the tag under which the help lists it
    std::string_view about; ///< what it does, a line
    /** `--json` first, if there is a body. */
    std::span<option const> options;
    /** Makes the call, and prints what has come. */
    exit_status (*run)(invocation& given);
    /** Requests that the service must refuse. */
    std::span<probe const> probes{};
    /** Sends them. */
    exit_status (*verify)(invocation& given, verification& found) = nullptr;
};

/** A value that each call needs: from an option, the environment or the profile. */
struct setting
{
    /** With underscores, as in a profile. */
    std::string_view name;
    /** What it means, a line. */
    std::string_view help;
    /** Writes it into the parameters of the client; null for a variable of the token's address. */
    result<void> (*set)(void* parameters, std::string_view text) = nullptr;
};

/** A whole program. */
struct program
{
    std::string_view name;    ///< as it is typed
    std::string_view version; ///< of the document
    std::string_view about;   ///< the title of the document
    /** The address that the document states; empty without one. */
    std::string_view base_url;
    /** Whether the client gets tokens with credentials of its own. */
    bool has_credentials = false;
    /** Whether operations want a token at all. */
    bool has_token = false;
    /** Values that each call needs. */
    std::span<setting const> settings{};
    /** The subcommands, one for each operation. */
    std::span<command const> commands{};
    /** Of the schemes that want no token. */
    std::span<credential const> credentials{};
    /** Of the schemes whose tokens the client gets; empty where there is one at most. */
    std::span<grant const> grants{};
};

/** What a user has said, complete. */
struct invocation
{
    program const& of;   ///< the program
    command const& what; ///< the subcommand
    /** The texts of each option of the command, in their order. */
    std::vector<std::vector<std::string>> texts{};
    cli::settings known{};           ///< from options, environment and profile
    std::string profile = "default"; ///< the profile's name
    std::string output{};            ///< `table`, `json`, …; empty for the usual one
    std::string save{};              ///< the file for a picture or bytes; empty for none
    double timeout = 0;              ///< of the call, in seconds; 0 for the usual one
    bool dry_run = false;            ///< print the request and send nothing
    bool observe = false;            ///< send a request that breaks a rule all the same
    bool trace = false;              ///< print what the client does
};

namespace detail
{

inline exit_status complain(program const& of, std::string_view what)
{
    std::cerr << of.name << ": " << what << '\n';
    return misused;
}

/** The text of an option: of `--json` a file's content, or what comes from the standard input. */
inline result<std::string> content(std::string const& text)
{
    if (text == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), {});
    if (!text.starts_with('@'))
        return text;
    std::ifstream file(text.substr(1), std::ios::binary);
    if (!file)
        return unreadable("the file " + text.substr(1) + " cannot be read");
    return std::string(std::istreambuf_iterator<char>(file), {});
}

inline std::string_view named(option const& row, std::string_view text)
{
    for (named_value const& word : row.names)
        if (word.name == text)
            return word.value;
    return text;
}

/** Fills a request in. The errors of all options are told, then what is missing. */
inline exit_status fill(invocation const& given, void* request)
{
    std::string wrong;
    bool has_json = false;
    for (std::size_t i = 0; i != given.what.options.size(); ++i)
    {
        option const& row = given.what.options[i];
        for (std::string const& text : given.texts[i])
        {
            bool const is_json = row.name == "--json";
            has_json = has_json || is_json;
            auto const value = is_json ? content(text) : result<std::string>(text);
            auto const done = value ? row.set(request, named(row, *value)) : value.error();
            if (!done)
                wrong.append("\n  ").append(row.name).append(" ").append(is_json ? "" : text + ": ")
                    .append(done.error().detail()).append(" (").append(row.value).append(")");
        }
        if (row.required && given.texts[i].empty() && !has_json)
            wrong.append("\n  ").append(row.name).append(" ").append(row.value).append(" is missing")
                .append(row.help.empty() ? "" : ": ").append(row.help);
    }
    if (wrong.empty())
        return succeeded;
    return complain(given.of, std::string(given.what.name) + " cannot be sent:" + wrong);
}

inline output_form form_of(invocation const& given)
{
    if (given.output == "json")
        return output_form::json;
    if (given.output == "ndjson")
        return output_form::ndjson;
    if (given.output == "table" || is_terminal(stream::output))
        return output_form::table;
    return output_form::json;
}

/** Whether a picture is shown: by the viewer of the user, else by the terminal itself. A viewer that
    fails is told. */
inline bool show(invocation const& given, std::string_view base64)
{
    if (!is_terminal(stream::output) || (!given.output.empty() && given.output != "table"))
        return false;
    auto const viewer = given.known.find("viewer");
    if (viewer == given.known.end() || viewer->second.empty())
    {
        auto const how = picture_protocol_of_terminal();
        if (how != picture_protocol::none)
            show_picture(std::cout, how, base64);
        return how != picture_protocol::none;
    }
    auto const picture = base64_decode(base64);
    bool const is_shown = picture && view_picture(viewer->second, *picture);
    if (!is_shown)
        std::cerr << given.of.name << ": the viewer `" << viewer->second << "` has failed\n";
    return is_shown;
}

inline exit_status print(invocation const& given, received const& came)
{
    std::optional<std::string> bytes = came.bytes;
    json_node const value = came.json.empty() ? json_node{} : node_reader(came.json).read();
    std::optional<std::string> picture = came.json.empty() ? std::nullopt : picture_in(value);
    if (bytes && bytes->starts_with("\x89PNG"))
        picture = base64_encode(std::vector<unsigned char>(bytes->begin(), bytes->end()));
    if (picture && !bytes && !given.save.empty())
        if (auto const decoded = base64_decode(*picture))
            bytes.emplace(decoded->begin(), decoded->end());
    if (bytes && !given.save.empty())
    {
        if (!save(given.save, *bytes))
            return std::cerr << given.of.name << ": cannot write " << given.save << '\n', failed;
        std::cerr << given.save << ": " << bytes->size() << " bytes\n";
    }
    else if (picture && show(given, *picture))
        std::cout.flush(); // nothing else is printed
    else if (bytes && is_terminal(stream::output))
        return complain(given.of, std::to_string(bytes->size())
                + " bytes are no text for a terminal: give --save FILE");
    else if (bytes)
        std::cout << *bytes;
    else if (!came.json.empty())
        print_value(std::cout, value, form_of(given));
    std::cout.flush();
    if (!std::cout)
        std::cerr << given.of.name << ": the standard output cannot be written\n";
    return std::cout ? succeeded : failed;
}

inline std::string option_name(std::string_view setting_name)
{
    std::string name = "--" + std::string(setting_name);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

/** Whether a secret is given without asking: in the environment or by a file. */
inline bool is_given(invocation const& given, std::string_view name)
{
    return !environment(upper(given.of.name) + "_" + upper(name)).empty()
        || given.known.contains(std::string(name) + "_file");
}

inline credential const* credential_of(program const& of, std::string_view scheme)
{
    auto const found = std::find_if(of.credentials.begin(), of.credentials.end(),
        [scheme](credential const& row) { return row.scheme == scheme; });
    return found == of.credentials.end() ? nullptr : &*found;
}

/** Null where the document has one such scheme at most, or tokens of this one come from elsewhere. */
inline grant const* grant_of(program const& of, std::string_view scheme)
{
    auto const found = std::find_if(of.grants.begin(), of.grants.end(),
        [scheme](grant const& row) { return row.scheme == scheme; });
    return found == of.grants.end() ? nullptr : &*found;
}

/** Whether the client gets the tokens of a scheme. */
inline bool is_granted(program const& of, std::string_view scheme)
{
    return of.has_credentials && (of.grants.empty() || grant_of(of, scheme) != nullptr);
}

/** Whether everything that an alternative asks for is given. */
inline bool is_given(invocation const& given, http::security_requirement const& wanted)
{
    return std::all_of(wanted.begin(), wanted.end(), [&](http::security_scheme const* scheme) {
        if (scheme->kind == http::credential_kind::token)
            return is_given(given, "token")
                || (is_granted(given.of, scheme->name) && given.known.contains("client_id"));
        credential const* const row = credential_of(given.of, scheme->name);
        return row != nullptr && is_given(given, row->name);
    });
}

/** A token, or what the client gets tokens with. */
inline result<void> give_token(
    invocation const& given, std::string_view scheme, net::client_options& options)
{
    options.anonymous = false;
    if (is_granted(given.of, scheme) && !is_given(given, "token"))
    {
        auto const id = given.known.find("client_id");
        if (id == given.known.end())
            return unusable("no client_id: give --client-id, or client_id in a profile");
        auto found = find_secret(given.of.name, "client_secret", given.known);
        if (!found)
            return found.error();
        http::client_credentials credentials{
            .client_id = id->second, .client_secret = std::move(*found)};
        if (grant const* const row = grant_of(given.of, scheme))
            row->give(options.security, std::move(credentials));
        else
            options.tokens.credentials = std::move(credentials);
        return {};
    }
    auto found = find_secret(given.of.name, "token", given.known);
    if (!found)
        return found.error();
    options.tokens.access_token = std::move(*found);
    return {};
}

inline result<void> give_credential(
    invocation const& given, std::string_view scheme, net::client_options& options)
{
    credential const* const row = credential_of(given.of, scheme);
    if (row == nullptr)
        return unusable("this program has no way to give " + std::string(scheme));
    std::string user;
    if (row->has_user)
    {
        std::string const name = std::string(row->name) + "_user";
        auto const found = given.known.find(name);
        if (found == given.known.end())
            return unusable("no " + name + ": give " + option_name(name) + ", or " + name + " in a profile");
        user = found->second;
    }
    auto text = find_secret(given.of.name, row->name, given.known);
    if (!text)
        return text.error();
    row->give(options.security, std::move(user), std::move(*text));
    return {};
}

/** What an operation wants to be shown: the first alternative for which all is given, else what the
    first one lacks is asked for.

    @param accepted The alternatives; none where the document states none.
*/
inline result<void> give_credentials(invocation const& given,
    std::span<http::security_requirement const> accepted, net::client_options& options)
{
    http::security_requirement const* chosen = nullptr;
    for (http::security_requirement const& wanted : accepted)
        if (chosen == nullptr && is_given(given, wanted))
            chosen = &wanted;
    if (chosen == nullptr && !accepted.empty())
        chosen = &accepted.front();
    bool wants_token = accepted.empty() && (given.of.has_token || is_given(given, "token"));
    std::string_view token_scheme;
    if (chosen != nullptr)
        for (http::security_scheme const* scheme : *chosen)
        {
            if (scheme->kind == http::credential_kind::token)
            {
                wants_token = true;
                token_scheme = scheme->name;
            }
            else if (auto done = give_credential(given, scheme->name, options); !done)
                return done;
        }
    if (wants_token)
        return give_token(given, token_scheme, options);
    options.anonymous = options.security.empty();
    return {};
}

/** What curl is given for the credentials that a call would carry: variables of the shell, never
    a secret itself. */
inline std::string curl_credentials(
    invocation const& given, std::span<http::security_requirement const> accepted)
{
    auto const variable = [&](std::string_view name)
    { return "$" + upper(given.of.name) + "_" + upper(name); };
    std::string const bearer = " -H \"Authorization: Bearer " + variable("token") + "\"";
    if (accepted.empty())
        return given.of.has_token ? bearer : "";
    auto chosen = std::find_if(accepted.begin(), accepted.end(),
        [&](http::security_requirement const& wanted) { return is_given(given, wanted); });
    std::string out;
    for (http::security_scheme const* scheme : chosen == accepted.end() ? accepted.front() : *chosen)
    {
        credential const* const row = credential_of(given.of, scheme->name);
        if (scheme->kind == http::credential_kind::token)
            out += bearer;
        if (row == nullptr)
            continue;
        std::string const text = variable(row->name);
        std::string const field(scheme->field);
        if (scheme->kind == http::credential_kind::basic)
            out += " -u \"" + variable(std::string(row->name) + "_user") + ":" + text + "\"";
        else if (scheme->kind == http::credential_kind::authorization)
            out += " -H \"Authorization: " + field + " " + text + "\"";
        else if (scheme->place == location::query)
        {
            out += " --url-query \"";
            http::percent_encode_segment(out, field);
            out += "=" + text + "\"";
        }
        else if (scheme->place == location::cookie)
            out += " -b \"" + field + "=" + text + "\"";
        else
            out += " -H \"" + field + ": " + text + "\"";
    }
    return out;
}

/** Everything but credentials. */
inline result<void> give_settings(
    invocation const& given, net::client_options& options, void* parameters)
{
    auto const address = given.known.find("base_url");
    options.base_url = address == given.known.end() ? given.of.base_url : address->second;
    if (options.base_url.empty())
        return unusable("no base_url: give --base-url, or base_url in a profile"
            + hint_of_profiles(profiles_path(given.of.name), given.profile));
    for (setting const& row : given.of.settings)
    {
        auto const found = given.known.find(row.name);
        if (found == given.known.end())
            continue;
        if (row.set == nullptr)
            options.tokens.variables.insert_or_assign(std::string(row.name), found->second);
        else if (auto done = row.set(parameters, found->second); !done)
            return done.error();
    }
    if (given.timeout > 0)
        options.timeouts.call = std::chrono::milliseconds(static_cast<long>(given.timeout * 1000));
    if (given.observe)
        options.validation = validation_policy::observe;
    if (given.trace)
        options.observer = std::make_shared<net::ostream_observer>(std::cerr);
    return {};
}

inline exit_status report(invocation const& given, error const& why)
{
    print_error(std::cerr, given.of.name, why);
    return status_of(why);
}

} // namespace detail

/** Gives a client what a scheme asks for, which is given by its address. */
template <auto Scheme>
void give(http::security_credentials& to, [[maybe_unused]] std::string user, secret text)
{
    if constexpr (requires { to.set(*Scheme, std::move(user), std::move(text)); })
        to.set(*Scheme, std::move(user), std::move(text));
    else
        to.set(*Scheme, std::move(text));
}

/** Has a client get the tokens of a scheme. @tparam Scheme The generated constant. */
template <auto const* Scheme>
void grant_to(http::security_credentials& to, http::client_credentials credentials)
{
    to.set(*Scheme, std::move(credentials));
}

/** Carries an operation out.

    @tparam Api Has `session`, a blocking client whose `run` is public and which has `open`; and
    `options()`, those that the document states.
*/
template <class Api, class Operation>
exit_status run(invocation& given)
{
    using session = typename Api::session;
    typename Operation::request_type request{};
    typename session::parameters_type parameters{};
    net::client_options options = Api::options();
    if (auto const wrong = detail::fill(given, &request); wrong != succeeded)
        return wrong;
    if (auto const done = detail::give_settings(given, options, &parameters); !done)
        return detail::complain(given.of, done.error().detail());
    if constexpr (requires { parameters.check(); })
        if (auto const usable = parameters.check(); !usable)
            return detail::report(given, usable.error());
    if (given.dry_run)
    {
        problem_details local;
        auto const built = Operation::build(request, parameters, options.validation, {}, &local);
        if (!built)
            return detail::report(given, built.error());
        print_request(std::cout, options.base_url, *built,
            detail::curl_credentials(given, Operation::info.security));
        return succeeded;
    }
    // A request that would be refused asks for no secret.
    if (options.validation == validation_policy::enforce)
        if (auto const built = Operation::build(request, parameters); !built)
            return detail::report(given, built.error());
    if (auto const done = detail::give_credentials(given, Operation::info.security, options); !done)
        return detail::complain(given.of, done.error().detail());
    auto const opened = session::open(std::move(options), std::move(parameters));
    if (!opened)
        return detail::report(given, opened.error());
    std::optional<detail::words_at_interrupt> spoken;
    if (Operation::info.idempotency != http::idempotency::safe)
        spoken.emplace("\n" + std::string(given.of.name) + ": interrupted. "
            + std::string(detail::advice_after_loss));
    auto const got = opened->template run<Operation>(request);
    spoken.reset();
    if (!got)
        return detail::report(given, got.error());
    if constexpr (std::is_void_v<typename Operation::response_type>)
        return succeeded;
    else
    {
        auto const taken = detail::take(*got);
        return taken ? detail::print(given, *taken) : detail::report(given, taken.error());
    }
}

/** Sends the requests of one operation that the service must refuse. */
template <class Api, class Operation>
exit_status verify_command(invocation& given, verification& found)
{
    using session = typename Api::session;
    typename session::parameters_type parameters{};
    net::client_options options = Api::options();
    if (auto const done = detail::give_settings(given, options, &parameters); !done)
        return detail::complain(given.of, done.error().detail());
    if (auto const done = detail::give_credentials(given, Operation::info.security, options); !done)
        return detail::complain(given.of, done.error().detail());
    auto const opened = session::open(std::move(options), std::move(parameters));
    if (!opened)
        return detail::report(given, opened.error());
    return verify<Operation>(std::cout, given.what.name, given.what.probes, *opened, found);
}

namespace detail
{

/** Asks the service about all rules. It ends at once where a request was accepted, or the service
    cannot be asked. */
inline exit_status verify_all(invocation const& asked)
{
    verification found;
    exit_status status = succeeded;
    for (command const& row : asked.of.commands)
    {
        if (row.verify == nullptr)
            continue;
        invocation given{.of = asked.of, .what = row};
        given.known = asked.known;
        given.profile = asked.profile;
        given.timeout = asked.timeout;
        auto const ended = row.verify(given, found);
        if (ended == drifted)
            status = drifted;
        else if (ended != succeeded)
        {
            status = ended;
            break;
        }
    }
    if (status == succeeded || found.same + found.drifted + found.not_asked != 0)
        std::cout << found.same << " refusals are the same, " << found.drifted << " differ, "
                  << found.not_asked << " not asked\n";
    return status;
}

/** Whether a profile may have a setting of this name. */
inline bool is_setting(program const& of, std::string_view name)
{
    constexpr std::string_view common[]{"base_url", "client_id", "client_secret_file", "token_file", "viewer"};
    return std::find(std::begin(common), std::end(common), name) != std::end(common)
        || std::any_of(of.settings.begin(), of.settings.end(),
            [&](setting const& row) { return row.name == name; })
        || std::any_of(of.credentials.begin(), of.credentials.end(), [&](credential const& row) {
               return name == std::string(row.name) + "_file"
                   || (row.has_user && name == std::string(row.name) + "_user");
           });
}

/** Settings from the profile, over them those from the environment, over them options. */
inline result<settings> complete(
    program const& of, std::string_view profile, settings const& given)
{
    std::vector<std::string_view> secrets{"client_secret", "token"};
    for (credential const& row : of.credentials)
        secrets.push_back(row.name);
    auto found = read_profile(profiles_path(of.name), profile, secrets);
    if (!found)
        return found.error();
    auto const from_environment = [&](std::string_view name)
    {
        auto text = environment(upper(of.name) + "_" + upper(name));
        if (!text.empty())
            found->insert_or_assign(std::string(name), std::move(text));
    };
    from_environment("base_url");
    from_environment("client_id");
    from_environment("viewer");
    for (credential const& row : of.credentials)
        if (row.has_user)
            from_environment(std::string(row.name) + "_user");
    for (setting const& row : of.settings)
        from_environment(row.name);
    for (auto const& [name, value] : *found)
        if (!is_setting(of, name))
            return unusable("there is no setting `" + name + "`, which stands in " + profiles_path(of.name));
    for (auto const& [name, value] : given)
        if (!value.empty())
            found->insert_or_assign(name, value);
    return found;
}

/** The command that the arguments name: only its options are made, so that a program of many
    operations starts quickly. */
inline command const* named_in(program const& of, int count, char const* const* arguments)
{
    for (int i = 1; i < count; ++i)
    {
        std::string_view const word = arguments[i];
        for (command const& row : of.commands)
            if (row.name == word)
                return &row;
        bool const is_switch = word == "--dry-run" || word == "--observe" || word == "--trace"
            || word == "--help" || word == "--version";
        if (word.starts_with("--") && word.find('=') == word.npos && !is_switch)
            ++i; // its value, which may be called as a command
    }
    return nullptr;
}

inline constexpr char statuses[] =
    "Exit status: 0 done, 1 other failures, 2 wrong usage or settings, 3 refused by a rule,\n"
    "4 not allowed, 5 not found, 6 conflict, 7 the service failed, 8 not reachable, 9 timed out,\n"
    "10 unreadable response, 11 outcome unknown, 12 verify: other words, 13 verify: accepted.\n";

} // namespace detail

/** The main program. */
inline int main(program const& of, int count, char const* const* arguments)
{
    command const* const what = detail::named_in(of, count, arguments);
    static command const none{};
    invocation given{.of = of, .what = what ? *what : none};
    given.texts.resize(given.what.options.size());
    if (auto named = detail::environment(detail::upper(of.name) + "_PROFILE"); !named.empty())
        given.profile = std::move(named);

    CLI::App app{std::string(of.about), std::string(of.name)};
    app.set_version_flag("--version", std::string(of.version));
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(detail::statuses);
    settings typed;
    std::string const settings_group = "Settings";
    app.add_option("--profile", given.profile, "The profile in " + profiles_path(of.name))
        ->group(settings_group);
    app.add_option("--base-url", typed["base_url"], "Address of the service")
        ->group(settings_group);
    if (of.has_credentials)
        app.add_option("--client-id", typed["client_id"], "Identifier for tokens; the secret is in "
                + detail::upper(of.name) + "_CLIENT_SECRET, in a file (client_secret_file of a"
                " profile, mode 0600), or asked for")->group(settings_group);
    for (credential const& row : of.credentials)
        if (std::string const name = std::string(row.name) + "_user"; row.has_user)
            app.add_option(detail::option_name(name), typed[name], "User of the scheme "
                    + std::string(row.scheme) + "; the password is in " + detail::upper(of.name) + "_"
                    + detail::upper(row.name) + ", in a file (" + std::string(row.name)
                    + "_file of a profile, mode 0600), or asked for")->group(settings_group);
    for (setting const& row : of.settings)
        app.add_option(detail::option_name(row.name), typed[std::string(row.name)],
               std::string(row.help))->group(settings_group);
    app.add_option("--output", given.output, "table (at a terminal the default), json or ndjson")
        ->check(CLI::IsMember({"table", "json", "ndjson"}));
    app.add_option("--save", given.save, "Write the picture or the bytes of the response to a file")
        ->type_name("FILE");
    app.add_option("--timeout", given.timeout, "Seconds that the call may take (30)");
    app.add_flag("--dry-run", given.dry_run, "Print the request, and a line of curl; send nothing");
    app.add_flag("--observe", given.observe, "Send a request that breaks a rule all the same");
    app.add_flag("--trace", given.trace, "Print what the client does to the standard error");

    for (command const& row : of.commands)
    {
        auto* const sub = app.add_subcommand(std::string(row.name), std::string(row.about));
        sub->group(std::string(row.group));
        for (std::size_t i = 0; &row == what && i != row.options.size(); ++i)
        {
            option const& stated = row.options[i];
            auto* const made = sub->add_option(std::string(stated.name), given.texts[i],
                std::string(stated.help) + (stated.required ? " Required." : ""));
            made->type_name(std::string(stated.value))->allow_extra_args(false);
            if (stated.repeats)
                made->expected(1, 1000);
            else
                made->expected(1);
        }
    }
    CLI::App* verify = nullptr;
    if (std::any_of(of.commands.begin(), of.commands.end(),
            [](command const& row) { return row.verify != nullptr; }))
    {
        bool const is_taken = std::any_of(of.commands.begin(), of.commands.end(),
            [](command const& row) { return row.name == "verify"; });
        verify = app.add_subcommand(is_taken ? "verify-rules" : "verify",
            "Sends only requests that must be refused, and compares what the service says");
        verify->group("Maintenance");
        verify->add_option("--against", typed["base_url"], "Address of the service");
    }
    try
    {
        app.parse(count, const_cast<char**>(arguments));
    }
    catch (CLI::ParseError const& error)
    {
        auto const rest = app.remaining(true);
        auto const unknown = std::find_if(rest.begin(), rest.end(),
            [](std::string const& word) { return word.starts_with("-"); });
        if (error.get_exit_code() == 0) // --help, --version
            return app.exit(error);
        if (unknown != rest.end())
            return detail::complain(of, "there is no option `" + *unknown + "`; --help lists all");
        if (what == nullptr && !rest.empty())
            return detail::complain(of, "there is no command `" + rest.front() + "`; --help lists all");
        return detail::complain(of, std::string(error.what()) + "; --help lists all");
    }
    auto known = detail::complete(of, given.profile, typed);
    if (!known)
        return detail::complain(of, known.error().detail());
    given.known = std::move(*known);
    if (what == nullptr)
        return detail::verify_all(given);
    return what->run(given);
}

} // namespace restbind::cli
