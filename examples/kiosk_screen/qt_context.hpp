// SPDX-License-Identifier: BSL-1.0
// Asio in a program of Qt's: all handlers run in the thread of Qt's event loop.
#pragma once

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QObject>

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <type_traits>
#include <utility>

/** An execution context whose handlers and coroutines run in the thread that has made it, as events
    of Qt's event loop, one after the other.

    A thread of its own waits for sockets and timers, and sends an event when one is ready. It runs
    no code of yours, so nothing needs a lock. Nothing is polled: an idle program uses no processor
    time, and a handler runs as soon as Qt gets to its event, in the order in which handlers were
    posted.

    Give it to clients in place of an io_context, and destroy it after them. Handlers that have not
    run by then are destroyed without having run. A handler must not begin an event loop of its own,
    such as QDialog::exec(): other handlers would run within it.
*/
class qt_context
{
public:
    class executor_type;

    /** @param failed Gets what a handler throws: no exception may pass through Qt. */
    explicit qt_context(std::function<void(std::exception_ptr)> failed)
        : inbox_(std::move(failed))
    {
    }

    ~qt_context()
    {
        work_.reset();
        io_.stop();
        waiting_.join();
        inbox_.is_closed = true; // what handlers post while they are destroyed is dropped
        QCoreApplication::removePostedEvents(&inbox_);
    }

    executor_type get_executor() noexcept;

private:
    struct task : QEvent
    {
        task()
            : QEvent(QEvent::User)
        {
        }
        virtual void run() = 0;
    };

    template <class Function>
    struct task_of final : task
    {
        explicit task_of(Function f)
            : function(std::move(f))
        {
        }
        void run() override { std::move(function)(); }

        Function function;
    };

    struct inbox final : QObject
    {
        explicit inbox(std::function<void(std::exception_ptr)> f)
            : failed(std::move(f))
        {
        }

        bool event(QEvent* received) override
        {
            auto* const due = dynamic_cast<task*>(received);
            if (!due)
                return QObject::event(received);
            try
            {
                due->run();
            }
            catch (...)
            {
                failed(std::current_exception());
            }
            return true;
        }

        std::function<void(std::exception_ptr)> failed;
        std::atomic<bool> is_closed{false};
    };

    inbox inbox_;
    boost::asio::io_context io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        io_.get_executor()};
    std::thread waiting_{[this] { io_.run(); }};
};

/** The executor of a qt_context. It never runs a function within `execute`. */
class qt_context::executor_type
{
public:
    explicit executor_type(qt_context& context) noexcept
        : context_(&context)
    {
    }

    template <class Function>
    void execute(Function&& function) const
    {
        inbox& to = context_->inbox_;
        if (!to.is_closed)
            QCoreApplication::postEvent(
                &to, new task_of<std::decay_t<Function>>(std::forward<Function>(function)));
    }

    /// The sockets and timers of this executor are those of the io_context.
    boost::asio::io_context& query(boost::asio::execution::context_t) const noexcept
    {
        return context_->io_;
    }
    static constexpr auto query(boost::asio::execution::blocking_t) noexcept
    {
        return boost::asio::execution::blocking.never;
    }

    bool operator==(executor_type const&) const noexcept = default;

private:
    qt_context* context_;
};

inline qt_context::executor_type qt_context::get_executor() noexcept
{
    return executor_type(*this);
}
