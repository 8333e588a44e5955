/** `POST /signals`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1signals/post`
*/
struct emit_
    : restbind::http::basic_operation<emit_, EmitRequest, Interface, find_error_code,
        client_parameters, false>
{
    /** The rules on its requests. */
    static constexpr std::array<std::span<restbind::rule_info const>, 3> rules{
        restbind::rules_of<Status_>, restbind::rules_of<ERROR_>, restbind::rules_of<EmitRequest>};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "emit",
        .method = restbind::http::verb::post,
        .path = "/signals",
        .idempotency = restbind::http::idempotency::not_idempotent,
        .rules = rules,
        .pointer = "#/paths/~1signals/post"};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, EmitRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.query("min", request.min_);
        builder.header("IN", request.in);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request.body);
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::emit_, operations::max_,
    operations::delete_>;

/** Values that every call of one client shares: this API has none. */
struct client_parameters
{
    /** Refuses what could not be sent: `invalid_argument`, naming the parameter but no value. */
    restbind::result<void> check() const
    {
        return {};
    }

    friend bool operator==(client_parameters const&, client_parameters const&) = default;
};
