// What <restbind/tls/src.hpp> compiles when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/tls/detail/channel.ipp>
#include <restbind/tls/detail/cipher_buffers.ipp>
#include <restbind/tls/detail/context.ipp>
#include <restbind/tls/detail/failure.ipp>
#include <restbind/tls/detail/session_cache.ipp>
