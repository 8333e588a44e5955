    /** What the document says about such responses. */
    static constexpr std::array<restbind::http::response_rule, 3> errors{{
        {.status = 409, .body = restbind::http::body_kind::json, .alternative = 0},
        {.status = restbind::status_4xx, .body = restbind::http::body_kind::json, .alternative = 1},
        {.status = restbind::default_status, .body = restbind::http::body_kind::json,
            .alternative = 1}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 3> responses{{
        {.status = 200, .body = restbind::http::body_kind::json, .alternative = 0},
        {.status = 202, .body = restbind::http::body_kind::json, .alternative = 1},
        {.status = 204, .body = restbind::http::body_kind::none, .alternative = 2}
    }};

/** `GET /jobs/{id}`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1jobs~1{id}/get`
*/
struct find_job
    : restbind::http::basic_operation<find_job, FindJobRequest, Job, find_error_code,
        client_parameters, false>
{
    /** What responses that are errors hold: see `restbind::http::error_details`. */
    using error_type = Fault;

    /** What the document says about such responses. */
    static constexpr std::array<restbind::http::response_rule, 1> errors{{
        {.status = restbind::default_status, .body = restbind::http::body_kind::json}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 2> responses{{
        {.status = 200, .body = restbind::http::body_kind::json},
        {.status = 203, .body = restbind::http::body_kind::json}
    }};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "findJob",
        .method = restbind::http::verb::get,
        .path = "/jobs/{id}",
        .idempotency = restbind::http::idempotency::safe,
        .retry = restbind::http::retry_rule{.max_attempts = 3,
            .initial_delay = std::chrono::milliseconds(20), .multiplier = 1, .statuses = {503}},
        .pointer = "#/paths/~1jobs~1{id}/get"};

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, FindJobRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id);
    }
};

/** All operations, for code that walks over them. */
using all_operations = boost::mp11::mp_list<operations::start_job, operations::find_job,
    operations::drop_job, operations::find_range, operations::set_range, operations::drop_range,
    operations::change_range, operations::set_lines, operations::add_line, operations::print_report,
    operations::load_picture, operations::draw_picture, operations::load_anything,
    operations::load_summary, operations::load_title, operations::list_stars,
    operations::print_receipt, operations::count_events, operations::load_blob,
    operations::follow_events, operations::chat, operations::find_download,
    operations::keep_silent>;

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 2> responses{{
        {.status = 201, .body = restbind::http::body_kind::json, .alternative = 0},
        {.status = restbind::status_2xx, .body = restbind::http::body_kind::json, .alternative = 1}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 1> responses{{
        {.status = restbind::default_status, .body = restbind::http::body_kind::json}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 1> responses{{
        {.status = 200, .body = restbind::http::body_kind::text, .media = "text/csv, text/plain"}
    }};

/** A picture, however large it is.

    `GET /picture`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1picture/get`
*/
struct load_picture
    : restbind::http::basic_operation<load_picture, no_request,
        std::variant<restbind::response<200, restbind::binary_body>,
            restbind::response<202, restbind::no_content>>, find_error_code,
        client_parameters, false>
{
    /** What responses that are errors hold: see `restbind::http::error_details`. */
    using error_type = Fault;

    /** What the document says about such responses. */
    static constexpr std::array<restbind::http::response_rule, 1> errors{{
        {.status = restbind::default_status, .body = restbind::http::body_kind::json}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 2> responses{{
        {.status = 200, .body = restbind::http::body_kind::bytes,
            .media = "image/*, application/pdf", .alternative = 0},
        {.status = 202, .body = restbind::http::body_kind::none, .alternative = 1}
    }};

    /** Media types of the response, of which `call_options::accept` can name one. */
    struct accepts
    {
        static constexpr char const* image_any = "image/*";
        static constexpr char const* application_pdf = "application/pdf";
        static constexpr std::string_view all[] = {image_any, application_pdf};
    };

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "loadPicture",
        .method = restbind::http::verb::get,
        .path = "/picture",
        .idempotency = restbind::http::idempotency::safe,
        .retry = restbind::http::retry_rule{.max_attempts = 3,
            .initial_delay = std::chrono::milliseconds(20), .multiplier = 1, .statuses = {503}},
        .pointer = "#/paths/~1picture/get",
        .accept = "image/*, application/pdf, application/json;q=0.5",
        .accept_choices = accepts::all,
        .accept_errors = ", application/json;q=0.5",
        .response_headers = "X-Rate-Left"};

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

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 3> responses{{
        {.status = 200, .body = restbind::http::body_kind::json, .alternative = 0},
        {.status = 200, .body = restbind::http::body_kind::text, .media = "text/csv",
            .alternative = 1},
        {.status = 200, .body = restbind::http::body_kind::bytes, .media = "application/pdf",
            .alternative = 2}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 1> responses{{
        {.status = 200, .body = restbind::http::body_kind::json, .media = "text/event-stream"}
    }};

/** `GET /download`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1download/get`
*/
struct find_download
    : restbind::http::basic_operation<find_download, no_request, restbind::redirect,
        find_error_code, client_parameters, false>
{
    /** What responses that are errors hold: see `restbind::http::error_details`. */
    using error_type = Fault;

    /** What the document says about such responses. */
    static constexpr std::array<restbind::http::response_rule, 1> errors{{
        {.status = 404, .body = restbind::http::body_kind::json}
    }};

    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 2> responses{{
        {.status = 302, .body = restbind::http::body_kind::redirect},
        {.status = 307, .body = restbind::http::body_kind::redirect}
    }};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "findDownload",
        .method = restbind::http::verb::get,
        .path = "/download",
        .idempotency = restbind::http::idempotency::safe,
        .retry = restbind::http::retry_rule{.max_attempts = 3,
            .initial_delay = std::chrono::milliseconds(20), .multiplier = 1, .statuses = {503}},
        .success_status = 302,
        .pointer = "#/paths/~1download/get",
        .response_headers = "Location"};

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

/** `GET /silent`. The client's function of this name says more: errors, retries.

    @par Source
    `#/paths/~1silent/get`
*/
struct keep_silent
    : restbind::http::basic_operation<keep_silent, no_request, void, find_error_code,
        client_parameters, false>
{
    /** What the document says about responses that mean success. */
    static constexpr std::array<restbind::http::response_rule, 1> responses{{
        {.status = restbind::status_2xx, .body = restbind::http::body_kind::none}
    }};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "keepSilent",
        .method = restbind::http::verb::get,
        .path = "/silent",
        .idempotency = restbind::http::idempotency::safe,
        .retry = restbind::http::retry_rule{.max_attempts = 3,
            .initial_delay = std::chrono::milliseconds(20), .multiplier = 1, .statuses = {503}},
        .pointer = "#/paths/~1silent/get"};

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
