#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/system/error_code.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace restbind::net::detail
{

/** Base of what the parts of a client share: lives as long as there is a share of it.

    It counts for all types alike. A `std::shared_ptr` would be compiled again for each of them, in
    every file that makes a call.
*/
class ref_counted
{
public:
    ref_counted(ref_counted const&) = delete;
    ref_counted& operator=(ref_counted const&) = delete;

    /** Takes a share for somebody who holds none. @returns False if the last one is gone. */
    bool try_share() const noexcept
    {
        std::size_t count = shares_.load(std::memory_order_relaxed);
        while (count != 0)
            if (shares_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
                return true;
        return false;
    }

    friend void intrusive_ptr_add_ref(ref_counted const* one) noexcept
    {
        one->shares_.fetch_add(1, std::memory_order_relaxed);
    }

    friend void intrusive_ptr_release(ref_counted const* one) noexcept
    {
        if (one->shares_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete one;
    }

protected:
    ref_counted() = default;
    virtual ~ref_counted() = default;

private:
    mutable std::atomic<std::size_t> shares_{0};
};

/** A share of an object that derives from `ref_counted`; may be null. */
template <class T>
using share = boost::intrusive_ptr<T>;

/** Is told that an asynchronous operation has ended. */
class listener : public ref_counted
{
public:
    /** @param number As in the `notice` that the operation was started with. */
    virtual void ended(std::uint64_t number, boost::system::error_code code) = 0;
};

/** Completion handler of all operations that no coroutine waits for. It keeps its listener alive.

    One type for all of them: for each further one a file that makes a call would compile much of
    Asio once more.
*/
struct notice
{
    share<listener> receiver;
    std::uint64_t number;

    void operator()(boost::system::error_code code) const { receiver->ended(number, code); }
};

} // namespace restbind::net::detail
