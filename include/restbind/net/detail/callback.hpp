// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>

#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

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

} // namespace restbind::net::detail
