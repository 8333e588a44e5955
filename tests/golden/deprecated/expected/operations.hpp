/** Values that every call of one client shares. */
struct client_parameters
{
    /** Sent as header `shop`. At least 1 character. Required.

        @par Source
        `#/paths/~1carts~1{id}/put/parameters/1`
    */
    [[deprecated]] std::string shop{};

    /** Refuses what could not be sent: `invalid_argument`, naming the parameter but no value. */
    restbind::result<void> check() const
    {
        if (restbind::http::trim(shop).empty() || !restbind::http::is_header_value(shop))
            return restbind::error(restbind::error_kind::invalid_argument,
                "shop (header shop) must not be empty and holds printable ASCII only");
        return {};
    }

    /** The values by name, for `call_options::parameters`. */
    static constexpr auto by_name() noexcept
    {
        return std::array<restbind::http::client_parameter<client_parameters>, 1>{{
            {"shop", &client_parameters::shop}}};
    }

    friend bool operator==(client_parameters const&, client_parameters const&) = default;
};

/** Fills a basket.

    `POST /baskets`. The client's function of this name says more: errors, retries.

    @deprecated The document says so.
    @par Source
    `#/paths/~1baskets/post`
*/
struct [[deprecated]] fill_basket
    : restbind::http::basic_operation<fill_basket, Basket, restbind::binary_body, find_error_code,
        client_parameters>
{
    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 1> responses{{
        {.status = 200, .body = restbind::http::body_kind::bytes, .media = "image/png"}
    }};

    /** The rules on its requests. */
    static constexpr std::array<std::span<restbind::rule_info const>, 1> rules{
        restbind::rules_of<Basket>};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "fillBasket",
        .method = restbind::http::verb::post,
        .path = "/baskets",
        .idempotency = restbind::http::idempotency::not_idempotent,
        .rules = rules,
        .pointer = "#/paths/~1baskets/post",
        .accept = "image/png"};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Basket const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request);
    }

    /** The same for a request without its body, which may be left out. */
    template <class Builder>
    static void fill(Builder& builder, restbind::no_body_t,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::replace_cart, operations::fill_basket>;
