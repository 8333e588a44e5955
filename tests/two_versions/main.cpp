// Both versions of the API in one program: same names, different namespaces, each with its own rules and types.
#include <ticketing/v1.hpp>
#include <ticketing/v2.hpp>

#include <cstdio>
#include <type_traits>

namespace {

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

    bool const old_limit = !accepts<v1::operations::allocate_best_seats>(v1::AllocateBestSeatsRequest{.quantity = 11});
    bool const new_limit = accepts<v2::operations::allocate_best_seats>(v2::AllocateBestSeatsRequest{.quantity = 11});
    bool const own_paths = v1::operations::list_events::build({}, {.tenant = "arena"})->target == "/api/v1/catalog/events"
        && v2::operations::list_events::build({}, {.tenant = "arena"})->target == "/api/v2/catalog/events";
    bool const own_codes = make_error_code(v1::error_code::cart_mismatch) != make_error_code(v2::error_code::cart_mismatch);
    v2::FeeDetail const fee{.tax_rate = restbind::decimal(77, 1)};

    std::printf("limits %d %d, paths %d, codes %d\n", old_limit, new_limit, own_paths, own_codes);
    return old_limit && new_limit && own_paths && own_codes && fee.tax_rate ? 0 : 1;
}
