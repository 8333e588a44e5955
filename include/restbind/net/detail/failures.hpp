// SPDX-License-Identifier: BSL-1.0
// What is thrown deep inside a client, and the errors of calls that are made of it.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/config.hpp>

#include <boost/system/error_code.hpp>

#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

using restbind::detail::duration_text;

/** Thrown in the place of an exception of a function of the program that is called deep inside the
    client. It ends the call with its error, which names the function. */
struct callback_failure
{
    error why; ///< of kind `callback_failed`
};

/** The same as an error of a call, in the exception's own words. `std::bad_alloc` comes out.

    @param function Which function it was.
    @param kind Of the error.
*/
RESTBIND_COLD inline error callback_error(std::string_view function, std::exception_ptr thrown,
    error_kind kind = error_kind::callback_failed)
{
    using restbind::detail::joined;
    try
    {
        std::rethrow_exception(std::move(thrown));
    }
    catch (std::bad_alloc const&)
    {
        throw;
    }
    catch (callback_failure const& known)
    {
        return known.why;
    }
    catch (std::exception const& failure)
    {
        return error(kind, joined({function, " has thrown: ", failure.what()}));
    }
    catch (...)
    {
        return error(kind, joined({function, " has thrown what is no std::exception"}));
    }
}

/** Thrown where the system does not give what a wait or a connection needs, such as a descriptor.
    It ends the attempt, and is no failure of the program's functions. */
struct system_failure
{
    boost::system::error_code code;
};

/** The same as an error of a call. */
RESTBIND_COLD inline error system_error_of(system_failure const& lacking, phase at)
{
    return restbind::detail::fill(error(error_kind::connect))
        .with_code(lacking.code)
        .with_phase(at)
        .take();
}

} // namespace restbind::net::detail
