#pragma once

#include <restbind/net/blocking_client.hpp>

namespace restbind::net::detail
{

RESTBIND_DECL io_thread::io_thread()
    : work_(context_.get_executor())
    , thread_([this] { context_.run(); })
{
}

RESTBIND_DECL io_thread::~io_thread()
{
    context_.stop();
    thread_.join();
}

RESTBIND_DECL asio::any_io_executor io_thread::executor()
{
    return context_.get_executor();
}

} // namespace restbind::net::detail
