    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "listItems",
        .method = restbind::http::verb::get,
        .path = "/items",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1items/get"};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "upload",
        .method = restbind::http::verb::post,
        .path = "/files",
        .idempotency = restbind::http::idempotency::not_idempotent,
        .success_status = 204,
        .pointer = "#/paths/~1files/post",
        .server = "upload_example_com_api"};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "next",
        .method = restbind::http::verb::get,
        .path = "/next",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1next/get",
        .server = "v2"};

/** `GET /files`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1files/get`
*/
struct download
    : restbind::http::basic_operation<download, no_request, void, find_error_code,
        client_parameters, false>
{
    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "download",
        .method = restbind::http::verb::get,
        .path = "/files",
        .idempotency = restbind::http::idempotency::safe,
        .success_status = 204,
        .pointer = "#/paths/~1files/get",
        .server = "shard_example_com"};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, [[maybe_unused]] no_request const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::list_items, operations::download,
    operations::upload, operations::next>;
