// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/net/impl/connection.ipp>
#include <restbind/net/impl/engine.ipp>
#include <restbind/net/impl/io_thread.ipp>
#include <restbind/net/impl/resolver.ipp>
#include <restbind/net/impl/send.ipp>
#include <restbind/net/impl/session.ipp>
