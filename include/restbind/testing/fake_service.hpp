// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing
{

/** A request as a fake service has received it. */
struct received_request
{
    std::string method{};
    std::string target{}; ///< path and query
    http::header_list headers{};
    std::string body{};
    std::chrono::steady_clock::time_point at{}; ///< virtual time
};

/** A call of an operation as a fake service has received it. */
template <class Operation>
struct received_call : received_request
{
    /** The request as the operation has it; or why it was refused. */
    result<typename Operation::request_type> request;
};

namespace detail
{

/// The parameters of a client of the operation's API.
template <class Operation, class Request, class Response, http::error_code_lookup FindCode,
    class Parameters, bool HasRequired>
Parameters parameters_of(http::basic_operation<Operation, Request, Response, FindCode, Parameters,
    HasRequired> const&);

/// Parameters that can be sent. The fake takes any.
template <class Parameters>
Parameters any_parameters()
{
    Parameters made{};
    if constexpr (requires { Parameters::by_name(); })
        for (auto const& one : Parameters::by_name())
            if ((made.*one.value).empty())
                made.*one.value = "any";
    return made;
}

/// The request that a body stands for, as the service checks it: `validation_failed` with the
/// problem document of the service, `invalid_response` for what cannot be read back.
template <class Operation>
result<typename Operation::request_type> read_request(received_request const& received)
{
    using request_type = typename Operation::request_type;
    using parameters = decltype(parameters_of(std::declval<Operation const&>()));
    result<request_type> request = request_type{};
    if (!received.body.empty())
    {
        if constexpr (requires { json::decode<request_type>(received.body); })
            request = json::decode<request_type>(received.body);
        if (!request)
            return request;
    }
    auto const again = Operation::build(*request, any_parameters<parameters>());
    if (!again && again.error() == error_kind::validation_failed)
        return again.error();
    // What is not in the body cannot be read back yet.
    bool const has_query = received.target.find('?') != std::string::npos;
    if (!again || again->content() != received.body ||
        has_query != (again->target.find('?') != std::string::npos))
        return error(error_kind::invalid_response,
            "the fake cannot read this request back: let the function take a received_request");
    return request;
}

/// What a fake knows of an operation.
class fake_operation
{
public:
    explicit fake_operation(http::operation_info const& known) noexcept
        : info(known)
    {
    }
    virtual ~fake_operation() = default;

    /** Keeps a request, and carries it out.

        @param applies Whether the service gets as far as that.
        @returns What the service answers, never `usual`; nothing if there is no function.
    */
    virtual std::optional<reply> answer(received_request const& received, bool applies) = 0;

    http::operation_info const& info;
    std::deque<reply> steps;
};

} // namespace detail

template <class Operation>
class scripted_operation;

/** A service that exists only in a test: no sockets, no threads, virtual time.

    Each request goes through the client's own code as bytes. It is checked as the service would
    check it, answered by what the test has said with `on`, and kept. Make the fake before its
    clients; all belong to one thread.
*/
class fake_service
{
public:
    /** @param seed Of all random numbers. */
    explicit fake_service(std::uint64_t seed = 1)
        : network_(std::make_shared<virtual_network>(seed))
    {
        network_->listen("fake.test", 80,
            [this](virtual_network::far_end client)
            {
                ++connections_;
                return std::make_unique<connection>(*this, std::move(client));
            });
    }
    fake_service(fake_service const&) = delete;
    fake_service& operator=(fake_service const&) = delete;

    /** Where clients of the fake run. */
    boost::asio::any_io_executor executor() { return context_.get_executor(); }

    /** Options with which a client reaches the fake, in place of the API's own. */
    net::client_options options() const { return reach({}); }

    /** Makes options reach the fake; it asks for no credentials. */
    net::client_options reach(net::client_options options) const
    {
        options.base_url = "http://fake.test";
        options.allow_plain_http = true;
        options.anonymous = true;
        options.transport = network_;
        return options;
    }

    virtual_network& network() noexcept { return *network_; }

    /** A blocking client that needs no thread: its calls run the fake until they have ended.

        @tparam Blocking Such as `api::blocking_client`.
        @param client Its client, which was made with `executor()`.
    */
    template <class Blocking, class Client>
    Blocking blocking(Client client)
    {
        return Blocking(std::make_shared<runner>(*this), std::move(client));
    }

    /** The script of an operation. */
    template <class Operation>
    scripted_operation<Operation>& on();

    /** The script of an operation, and what answers where the script says nothing.

        @param function Takes the operation's request, or a `received_request`; returns the
        operation's response or a `reply`.
    */
    template <class Operation, class Function>
    scripted_operation<Operation>& on(Function function);

    /** The calls that have come so far, with those that the fake has refused. */
    template <class Operation>
    std::vector<received_call<Operation>> const& calls();

    /** Runs all work, and lets time pass, until nobody waits for anything any more. */
    void run_until_idle() { network_->run_until_idle(context_); }

    /** The same, but not longer than some virtual time. */
    void run_for(std::chrono::nanoseconds length)
    {
        network_->run_until(context_, network_->now() + length);
    }

    /** How many connections clients have made so far. */
    std::size_t connections() const noexcept { return connections_; }

    /** Requests that nobody expected, each as a text. */
    std::vector<std::string> const& unexpected() const noexcept { return unexpected_; }

    /** Steps of scripts that no request has used, each operation as a text. */
    std::vector<std::string> unused() const
    {
        std::vector<std::string> found;
        for (auto const& one : operations_)
            if (!one->steps.empty())
                found.push_back(std::string(one->info.operation_id) + ": " +
                                std::to_string(one->steps.size()) + " unused");
        return found;
    }

private:
    template <class Operation>
    friend class scripted_operation;

    /// Runs the calls of blocking clients.
    class runner final : public net::detail::call_runner
    {
    public:
        explicit runner(fake_service& owner) noexcept
            : owner_(owner)
        {
        }

        boost::asio::any_io_executor executor() override { return owner_.executor(); }

        void run(net::detail::pending_call&& call, net::detail::response_reader& reader) override
        {
            if (call->refusal)
                return reader.fail(*call->refusal);
            bool done = false;
            std::exception_ptr thrown;
            boost::asio::co_spawn(owner_.context_, send(std::move(call), reader),
                [&](std::exception_ptr why)
                {
                    thrown = std::move(why);
                    done = true;
                });
            owner_.network_->run_until(owner_.context_, done);
            if (thrown)
                std::rethrow_exception(thrown);
        }

    private:
        static boost::asio::awaitable<void> send(
            net::detail::pending_call call, net::detail::response_reader& reader)
        {
            co_await call.get_deleter().to->send(*call, reader);
        }

        fake_service& owner_;
    };

    /// One connection of a client.
    class connection final : public virtual_network::peer
    {
    public:
        connection(fake_service& owner, virtual_network::far_end&& client)
            : owner_(owner)
            , client_(std::move(client))
        {
        }

        void received(std::string_view bytes) override
        {
            input_ += bytes;
            while (!input_.empty() && read())
            {
            }
        }

    private:
        using parser_type = boost::beast::http::request_parser<boost::beast::http::string_body>;

        /// @returns Whether a request was complete.
        bool read()
        {
            if (!parser_)
                parser_.emplace().eager(true);
            boost::system::error_code code;
            std::size_t const used = parser_->put(boost::asio::buffer(input_), code);
            input_.erase(0, used);
            if (code == boost::beast::http::error::need_more)
                return false;
            if (code)
            {
                owner_.unexpected_.push_back("bytes that are no request: " + code.message());
                client_.reset();
                input_.clear();
                return false;
            }
            if (!parser_->is_done())
                return used != 0;
            auto const& message = parser_->get();
            received_request whole{.method = std::string(message.method_string()),
                .target = std::string(message.target()),
                .body = message.body(),
                .at = owner_.network_->now()};
            for (auto const& field : message)
                whole.headers.add_unchecked(field.name_string(), field.value());
            parser_.reset();
            owner_.answer(whole, client_);
            return true;
        }

        fake_service& owner_;
        virtual_network::far_end client_;
        std::string input_;
        std::optional<parser_type> parser_;
    };

    /// Whether a path is one that a template with parameters in braces stands for.
    static bool matches(std::string_view form, std::string_view path) noexcept
    {
        form = form.substr(0, form.find('?'));
        path = path.substr(0, path.find('?'));
        for (;;)
        {
            std::size_t const brace = form.find('{');
            if (path.substr(0, brace) != form.substr(0, brace))
                return false;
            if (brace == std::string_view::npos)
                return true;
            form.remove_prefix(form.find('}', brace) + 1);
            path.remove_prefix(brace);
            path.remove_prefix((std::min)(path.find('/'), path.size()));
        }
    }

    detail::fake_operation* find(received_request const& wanted) const noexcept
    {
        for (auto const& one : operations_)
            if (one->info.method == boost::beast::http::string_to_verb(wanted.method) &&
                matches(one->info.path, wanted.target))
                return one.get();
        return nullptr;
    }

    void answer(received_request const& asked, virtual_network::far_end const& client)
    {
        detail::fake_operation* const known = find(asked);
        reply made;
        if (known && !known->steps.empty())
        {
            made = std::move(known->steps.front());
            known->steps.pop_front();
        }
        std::optional<reply> usual;
        if (known)
            usual = known->answer(asked, made.what == reply::kind::usual);
        if (made.what == reply::kind::usual)
        {
            if (!usual)
            {
                unexpected_.push_back(asked.method + " " + asked.target +
                                      (known ? ": the script has ended" : ": no such operation"));
                usual = status(501, "the fake service did not expect this request", "text/plain");
            }
            auto const fate = made.arrives;
            auto const after = made.after;
            made = std::move(*usual);
            made.arrives = fate == reply::fate::whole ? made.arrives : fate;
            made.after += after;
        }
        send(made, known, client);
    }

    static void send(reply const& made, detail::fake_operation const* known,
        virtual_network::far_end const& client)
    {
        if (made.arrives == reply::fate::lost)
            return client.reset(made.after);
        std::string bytes = made.what == reply::kind::garbage ? made.body : text_of(made, known);
        if (made.arrives == reply::fate::cut_off)
            bytes.resize(bytes.size() / 2);
        client.send(std::move(bytes), made.after);
        if (made.arrives == reply::fate::cut_off || made.what == reply::kind::garbage)
            client.close(made.after);
    }

    static std::string text_of(reply const& made, detail::fake_operation const* known)
    {
        std::string body = made.body;
        std::string type = made.content_type;
        if (made.what == reply::kind::problem)
        {
            type = "application/problem+json";
            std::string const detail = json::encode(made.body).value();
            body = "{\"status\":" + std::to_string(made.status);
            if (known && !known->info.problem->code.empty())
                body += ",\"" + std::string(known->info.problem->code) +
                        "\":" + std::to_string(made.code);
            body += ",\"detail\":" + detail + "}";
        }
        bool const has_body = made.status != 204 && made.status != 304 && made.status >= 200;
        std::string text = "HTTP/1.1 " + std::to_string(made.status) + " Fake\r\n";
        if (!type.empty())
            text += "Content-Type: " + type + "\r\n";
        if (has_body)
            text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
        text += "\r\n";
        if (has_body)
            text += body;
        return text;
    }

    boost::asio::io_context context_{1};
    std::shared_ptr<virtual_network> network_;
    std::vector<std::unique_ptr<detail::fake_operation>> operations_;
    std::vector<std::string> unexpected_;
    std::size_t connections_ = 0;
};

/** The script of one operation of a fake service. */
template <class Operation>
class scripted_operation final : public detail::fake_operation
{
public:
    /** What becomes of the next request, then of the one after it, and so on. */
    scripted_operation& then(reply next)
    {
        steps.push_back(std::move(next));
        return *this;
    }

    /** The next request is answered with a response of the operation. */
    template <class Response>
        requires std::is_same_v<Response, typename Operation::response_type>
    scripted_operation& then(Response const& next)
    {
        return then(content_of(next));
    }

private:
    friend class fake_service;

    scripted_operation()
        : fake_operation(Operation::info)
    {
    }

    template <class Response>
    static reply content_of(Response const& value)
    {
        if constexpr (std::is_same_v<Response, reply>)
            return value;
        else
        {
            static_assert(!requires { Operation::responses; },
                "a fake answers this operation by a reply, such as status(200, body, type)");
            return status(Operation::info.success_status, json::encode(value).value(),
                "application/json");
        }
    }

    template <class Function>
    void set(Function function)
    {
        using request_type = typename Operation::request_type;
        function_ = [function = std::move(function)](received_request const& raw,
                        result<request_type> const& typed) mutable -> reply
        {
            if constexpr (!std::is_invocable_v<Function&, request_type const&>)
                return made_by([&]() -> decltype(auto) { return function(raw); });
            else if (!typed)
                return status(500, typed.error().message(), "text/plain");
            else
                return made_by([&]() -> decltype(auto) { return function(*typed); });
        };
    }

    template <class Call>
    static reply made_by(Call const& call)
    {
        if constexpr (std::is_void_v<decltype(call())>)
        {
            call();
            return status(Operation::info.success_status);
        }
        else
            return content_of(call());
    }

    std::optional<reply> answer(received_request const& received, bool applies) override
    {
        auto typed = detail::read_request<Operation>(received);
        calls_.push_back({received, typed});
        if (!typed && typed.error() == error_kind::validation_failed)
            return status(typed.error().status(), std::string(typed.error().body()),
                "application/problem+json");
        if (!applies || !function_)
            return std::nullopt;
        return function_(received, typed);
    }

    std::function<reply(received_request const&, result<typename Operation::request_type> const&)>
        function_;
    std::vector<received_call<Operation>> calls_;
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

template <class Operation>
std::vector<received_call<Operation>> const& fake_service::calls()
{
    return on<Operation>().calls_;
}

} // namespace restbind::testing
