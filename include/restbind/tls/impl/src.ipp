// What <restbind/tls/src.hpp> compiles when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/tls/impl/channel.ipp>
#include <restbind/tls/impl/cipher_buffers.ipp>
#include <restbind/tls/impl/context.ipp>
#include <restbind/tls/impl/failure.ipp>
#include <restbind/tls/impl/session_cache.ipp>
