// A file that only declares the code of operations instantiates none of it: a model may be of no
// use there.
// expect: nothing writes this model
#ifdef CORRECT
#define RESTBIND_SEPARATE_COMPILATION
#endif

#include <restbind/json/codec.hpp>
#include <ticketing/v1/models.hpp>

namespace restbind::json
{

template <>
struct codec<ticketing::v1::AllocateManualSeatsRequest>
{
    static constexpr kinds accepts = kinds::object;
    template <class Writer>
    static bool write(Writer&, ticketing::v1::AllocateManualSeatsRequest const&)
    {
        static_assert(sizeof(Writer) == 0, "nothing writes this model");
        return false;
    }
};

} // namespace restbind::json

#include <ticketing/v1/blocking_client.hpp>
#include <ticketing/v1/client.hpp>

namespace api = ticketing::v1;

auto call(api::client const& client, api::AllocateManualSeatsRequest const& request)
{
    client.async_allocate_manual_seats(
        request, {}, [](restbind::result<api::AllocateManualSeatsResponse>) {});
    return client.allocate_manual_seats(request);
}

auto call(api::blocking_client const& client, api::AllocateManualSeatsRequest const& request)
{
    return client.allocate_manual_seats(request);
}
