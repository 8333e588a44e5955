    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "listEvents",
        .method = restbind::http::verb::get,
        .path = "/events",
        .idempotency = restbind::http::idempotency::safe,
        .pointer = "#/paths/~1events/get",
        .reading = restbind::json::reading::lenient};

    /** What is fixed about the operation. */
    static constexpr restbind::http::operation_info info{
        .operation_id = "listDays",
        .method = restbind::http::verb::get,
        .path = "/days",
        .idempotency = restbind::http::idempotency::safe,
        .pointer = "#/paths/~1days/get",
        .reading = restbind::json::reading::lenient};
