// SPDX-License-Identifier: BSL-1.0
// Both versions of the API in one program: same names, different namespaces, each with its own
// rules and types.
#include <ticketing/v1.hpp>
#include <ticketing/v2.hpp>

#include <cstdio>
#include <type_traits>

namespace
{

template <class Operation, class Request>
bool accepts(Request const& request)
{
    return Operation::build(request, {.tenant = "arena"}).has_value();
}

} // namespace

int main()
{
    namespace v1 = ticketing::v1;
    namespace v2 = ticketing::v2;

    static_assert(!std::is_same_v<v1::SeatOperation, v2::SeatOperation>);
    static_assert(!std::is_same_v<v1::client, v2::client>);

    bool const old_limit = !accepts<v1::operations::allocate_best_seats>(
        v1::AllocateBestSeatsRequest{.quantity = 11, .price_category = 1});
    bool const new_limit = accepts<v2::operations::allocate_best_seats>(
        v2::AllocateBestSeatsRequest{.quantity = 11, .price_category = 1});
    bool const own_paths = v1::operations::list_events::build({}, {.tenant = "arena"})->target ==
                               "/api/v1/catalog/events" &&
                           v2::operations::list_events::build({}, {.tenant = "arena"})->target ==
                               "/api/v2/catalog/events";
    bool const own_codes = make_error_code(v1::error_code::cart_mismatch) !=
                           make_error_code(v2::error_code::cart_mismatch);
    v2::FeeDetail const fee{.tax_rate = restbind::decimal(77, 1), .amount = {}};

    // What `restbind diff` calls breaking: an error code has another name, a request needs a new
    // value, a member has another type.
    bool const renamed = v1::error_code::not_a_session_item == v1::error_code{13003} &&
                         v2::error_code::not_a_session_cart_item == v2::error_code{13003};
    v2::AllocateProductsRequest const without{
        .cart_id = 1, .product_id = 2, .quantity = 3, .sale_channel = {}};
    v2::AllocateProductsRequest const with{
        .cart_id = 1, .product_id = 2, .quantity = 3, .sale_channel = "kiosk"};
    v1::AllocateProductsRequest const old{.cart_id = 1, .product_id = 2, .quantity = 3};
    bool const new_value = accepts<v1::operations::allocate_products>(old) &&
                           !accepts<v2::operations::allocate_products>(without) &&
                           accepts<v2::operations::allocate_products>(with);
    static_assert(std::is_same_v<decltype(v1::SeatProperties::status), std::int64_t>);
    static_assert(std::is_enum_v<decltype(v2::SeatProperties::status)>);

    // What it calls silent: nothing but the wire tells.
    bool const other_retries = v1::operations::list_events::info.retry->statuses[0] == 500 &&
                               v2::operations::list_events::info.retry->statuses[0] == 503;
    bool const other_refusal = v1::operations::allocate_best_seats::info.validation_problem.shape ==
                                   restbind::errors_shape::map &&
                               v2::operations::allocate_best_seats::info.validation_problem.shape ==
                                   restbind::errors_shape::list;
    bool const other_number = static_cast<int>(v1::error_code::product_out_of_stock) == 10401 &&
                              static_cast<int>(v2::error_code::product_out_of_stock) == 10411;

    // What is new.
    bool const cancels = v2::operations::cancel_order::build(
        v2::CancelOrderRequest{.order_id = 5}, {.tenant = "arena"})
                             .has_value();

    std::printf("limits %d %d, paths %d, codes %d, renamed %d, new value %d, retries %d, refusal "
                "%d, number %d, new %d\n",
        old_limit, new_limit, own_paths, own_codes, renamed, new_value, other_retries,
        other_refusal, other_number, cancels);
    return old_limit && new_limit && own_paths && own_codes && fee.tax_rate && renamed &&
                   new_value && other_retries && other_refusal && other_number && cancels
               ? 0
               : 1;
}
