// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/http/detail/exchange.ipp>
#include <restbind/http/detail/handshake.ipp>
#include <restbind/http/detail/read.ipp>
#include <restbind/http/detail/request_builder.ipp>
#include <restbind/http/detail/request_head.ipp>
#include <restbind/http/detail/style_encoder.ipp>
#include <restbind/json/detail/src.ipp>
