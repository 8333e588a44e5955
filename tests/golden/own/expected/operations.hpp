/** `GET /waits/{id}/{wait}`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1waits~1{id}~1{wait}/get`
*/
struct find_waits
    : restbind::http::basic_operation<find_waits, FindWaitsRequest, Pauses, find_error_code,
        client_parameters, false>
{
    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "getWaits",
        .method = restbind::http::verb::get,
        .path = "/waits/{id}/{wait}",
        .idempotency = restbind::http::idempotency::safe,
        .pointer = "#/paths/~1waits~1{id}~1{wait}/get"};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, FindWaitsRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id, {.style = restbind::http::style::simple});
        builder.segment("wait", request.wait, {.style = restbind::http::style::simple});
        builder.query("q", request.others, {.style = restbind::http::style::form, .explode = true});
        builder.query("longest", request.longest,
            {.style = restbind::http::style::form, .explode = true});
        builder.header("X-Wait", request.x_wait, {.style = restbind::http::style::simple});
        builder.header("X-Id", request.x_id, {.style = restbind::http::style::simple});
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::find_waits, operations::put_waits>;
