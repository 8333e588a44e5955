// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/problem.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/options.hpp>
#include <restbind/testing/detail/credentials.hpp>
#include <restbind/testing/detail/encode_problem.hpp>
#include <restbind/testing/detail/fake_runner.hpp>
#include <restbind/testing/detail/http_peer.hpp>
#include <restbind/testing/detail/request_reader.hpp>
#include <restbind/testing/fake_tokens.hpp>
#include <restbind/testing/received_request.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/scripted_operation.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

/** A service that exists only in a test: no sockets, no threads, virtual time.

    Each request goes through the client's own code as bytes. It is checked as the service would
    check it, gets the response that the test has named with `on`, and is kept. Make the fake before
    its clients; all belong to one thread.

    Requests that nobody expected, and steps of scripts that no request has used, are complaints:
    see `complain_to`.
*/
class fake_service
{
public:
    /** @param seed Of all random numbers. */
    explicit fake_service(std::uint64_t seed = 1)
        : network_(std::make_shared<virtual_network>(seed))
    {
        listen("fake.test",
            [this](received_request const& asked, virtual_network::far_end const& client)
            { respond(asked, client); });
        listen("login.fake.test",
            [this](received_request const& asked, virtual_network::far_end const& client)
            {
                detail::send(
                    tokens_.respond(asked, [this](std::string const& text) { complain(text); }),
                    client);
            });
    }
    fake_service(fake_service const&) = delete;
    fake_service& operator=(fake_service const&) = delete;

    /** Tells the complaints that nobody has heard. */
    ~fake_service()
    {
        for (std::string const& one : unused())
            complain(one);
        for (std::string const& one : complaints_)
            std::cerr << "restbind::testing::fake_service: " << one << '\n';
        if (!complaints_.empty() && std::uncaught_exceptions() == 0)
            std::abort();
    }

    /** Where clients of the fake run. */
    boost::asio::any_io_executor executor() { return context_.get_executor(); }

    /** Options with which a client reaches the fake, in place of the API's own. They have
        credentials for tokens, and keys and passwords for the operations that `on` has named so
        far. */
    net::client_options options() const { return reach({}); }

    /** Makes options reach the fake, its authorization server included. Credentials that they lack
        are added, as in `options()`, unless they are anonymous. */
    net::client_options reach(net::client_options options) const
    {
        options.base_url = "http://fake.test";
        options.allow_plain_http = true;
        options.servers.clear();
        options.proxy = {};
        options.transport = network_;
        constexpr char const* token_url = "http://login.fake.test/token";
        options.tokens.url = token_url;
        if (!options.anonymous && options.security.empty())
            add_credentials(options);
        else if (options.anonymous)
            return options;
        for (std::string const& scope : options.tokens.scopes)
            detail::complete(options, scope);
        for (http::token_grant& one : options.security.grants())
        {
            one.token_url = token_url;
            for (std::string const& scope : one.scopes)
                detail::complete(options, scope);
        }
        return options;
    }

    /** The fake's authorization server. */
    fake_tokens& tokens() noexcept { return tokens_; }

    /** The network, whose time is that of the fake and of its clients. */
    virtual_network& network() noexcept { return *network_; }

    /** A blocking client that needs no thread: its calls run the fake until they have ended.

        @tparam Blocking Such as `api::blocking_client`.
        @param client Its client, which was made with `executor()`.
    */
    template <class Blocking, class Client>
    Blocking blocking(Client client)
    {
        return Blocking(
            std::make_shared<detail::fake_runner>(context_, *network_), std::move(client));
    }

    /** The script of an operation. */
    template <class Operation>
    scripted_operation<Operation>& on();

    /** The script of an operation, and what responds where the script says nothing.

        @param function Takes the operation's request, or a `received_request`; returns the
        operation's response or a `reply`, or nothing for a response without a body. What it throws
        comes out of the function that runs the fake.
    */
    template <class Operation, class Function>
    scripted_operation<Operation>& on(Function function);

    /** The calls that have come so far, with those that the fake has refused. */
    template <class Operation>
    std::vector<received_call<Operation>> const& calls()
    {
        return on<Operation>().calls_;
    }

    /** Runs all work, and lets time pass, until nobody waits for anything any more. */
    void run_until_idle() { network_->run_until_idle(context_); }

    /** The same, but not longer than some virtual time. */
    void run_for(std::chrono::nanoseconds length)
    {
        network_->run_until(context_, network_->now() + length);
    }

    /** How many connections to the service clients have made so far. */
    std::size_t connections() const noexcept { return connections_; }

    /** What responds to a request for which neither a script nor a function does, such as a
        `recording`.

        @param function Returns nothing for a request that it does not know either.
    */
    void otherwise(std::function<std::optional<reply>(received_request const&)> function)
    {
        otherwise_ = std::move(function);
    }

    /** Who is told of complaints: of an unexpected request at once, of steps that no request has
        used when the fake is destroyed. If it is nobody, the destructor writes to `std::cerr` what
        `complaints()` has not returned, and ends the program.

        @param listener Must not throw. With Boost.Test:
        `[](std::string const& text) { BOOST_ERROR(text); }`.
    */
    void complain_to(std::function<void(std::string const&)> listener)
    {
        listener_ = std::move(listener);
    }

    /** The complaints so far, if nobody is told of them; they then count as heard. */
    std::vector<std::string> complaints()
    {
        std::vector<std::string> found = std::exchange(complaints_, {});
        for (std::string const& one : unused())
            found.push_back(one);
        hears_of_unused_ = true;
        return found;
    }

private:
    template <class Operation>
    friend class scripted_operation;

    void listen(std::string const& host,
        std::function<void(received_request const&, virtual_network::far_end const&)> respond)
    {
        network_->listen(host, 80,
            [this, is_service = host == "fake.test", respond = std::move(respond)](
                virtual_network::far_end client)
            {
                connections_ += is_service ? 1 : 0;
                return std::make_unique<detail::http_peer>(std::move(client), respond,
                    [this](std::string const& text) { complain(text); });
            });
    }

    void complain(std::string const& text)
    {
        if (listener_)
            listener_(text);
        else
            complaints_.push_back(text);
    }

    std::vector<std::string> unused() const
    {
        std::vector<std::string> found;
        if (hears_of_unused_)
            return found;
        for (auto const& one : operations_)
            tell_unused(found, one->info.operation_id, one->script.unused());
        tell_unused(found, "tokens", tokens_.script_.unused());
        return found;
    }

    static void tell_unused(
        std::vector<std::string>& told, std::string_view name, std::size_t count)
    {
        if (count != 0)
            told.push_back(std::string(name) + ": " + std::to_string(count) +
                           (count == 1 ? " step of the script was" : " steps of the script were") +
                           " not used");
    }

    /// Credentials of a client whose options have none.
    void add_credentials(net::client_options& options) const
    {
        http::client_credentials& given = options.tokens.credentials;
        if (given.client_id.empty() && given.client_secret.empty() &&
            options.tokens.access_token.empty() && !options.tokens.provider)
            given = {.client_id = "fake-client", .client_secret = secret("fake-secret")};
        for (auto const& one : operations_)
            for (http::security_requirement const& alternative : one->info.security)
                for (http::security_scheme const* const scheme : alternative)
                    detail::add_credential(options.security, *scheme);
    }

    /// The operation that a request is for: of several that fit the one with the fewest parameters
    /// in its path.
    detail::fake_operation* find(received_request const& wanted) const
    {
        detail::fake_operation* best = nullptr;
        std::size_t fewest = 0;
        for (auto const& one : operations_)
        {
            if (one->info.method != boost::beast::http::string_to_verb(wanted.method))
                continue;
            auto const values = detail::values_of_path(one->info.path, wanted.target);
            if (values && (!best || values->size() < fewest))
            {
                best = one.get();
                fewest = values->size();
            }
        }
        return best;
    }

    void respond(received_request const& asked, virtual_network::far_end const& client)
    {
        detail::fake_operation* const operation = find(asked);
        reply made;
        std::optional<reply> usual;
        if (operation)
        {
            made = operation->script.next().value_or(reply{});
            usual = operation->respond(asked, made.what == reply::kind::usual,
                detail::is_known(asked, operation->info, tokens_));
        }
        if (made.what == reply::kind::usual)
        {
            if (!usual && otherwise_)
            {
                received_request bare = asked;
                if (operation)
                    bare.target = detail::without_credentials(operation->info, asked.target);
                usual = otherwise_(bare);
            }
            if (!usual && operation && made.arrives != reply::fate::whole)
                usual = status(operation->info.success_status, "{}", "application/json");
            if (!usual)
            {
                complain(asked.method + " " + asked.target +
                         (operation ? ": the script has ended" : ": no such operation"));
                usual = status(501, "the fake service did not expect this request", "text/plain");
            }
            if (made.arrives != reply::fate::whole)
            {
                usual->arrives = made.arrives;
                usual->bytes = made.bytes;
            }
            usual->after += made.after;
            made = std::move(*usual);
        }
        if (operation)
            write_problem(made, asked, operation->info);
        if (asked.method == "HEAD")
            made.body.clear();
        detail::send(made, client);
    }

    /// Makes a refusal the problem document that the operation describes.
    static void write_problem(
        reply& made, received_request const& asked, http::operation_info const& info)
    {
        std::string const path = asked.target.substr(0, asked.target.find('?'));
        problem_details refusal;
        if (made.what == reply::kind::refusal)
            refusal = make_validation_problem(info.validation_problem, made.errors, path);
        else if (made.what == reply::kind::problem)
        {
            refusal.status = made.status;
            refusal.detail = made.body;
            refusal.instance = path;
            refusal.error_code = made.code;
        }
        else
            return;
        made.what = reply::kind::content;
        made.status = refusal.status;
        made.content_type = "application/problem+json";
        made.body = detail::encode_problem(refusal, *info.problem);
    }

    boost::asio::io_context context_{1};
    std::shared_ptr<virtual_network> network_;
    std::vector<std::unique_ptr<detail::fake_operation>> operations_;
    fake_tokens tokens_;
    std::function<std::optional<reply>(received_request const&)> otherwise_;
    std::function<void(std::string const&)> listener_;
    std::vector<std::string> complaints_; ///< while nobody is told
    bool hears_of_unused_ = false;
    std::size_t connections_ = 0;
};

template <class Operation>
scripted_operation<Operation>& fake_service::on()
{
    for (auto const& one : operations_)
        if (&one->info == &Operation::info)
            return static_cast<scripted_operation<Operation>&>(*one);
    auto* const made = new scripted_operation<Operation>;
    operations_.emplace_back(made);
    return *made;
}

template <class Operation, class Function>
scripted_operation<Operation>& fake_service::on(Function function)
{
    auto& script = on<Operation>();
    script.set(std::move(function));
    return script;
}

} // namespace restbind::testing
