// What <restbind/src.hpp> compiles of this layer when RESTBIND_SEPARATE_COMPILATION is defined.
#pragma once

#include <restbind/http/impl/exchange.ipp>
#include <restbind/http/impl/handshake.ipp>
#include <restbind/http/impl/request_head.ipp>
#include <restbind/http/impl/response_parser.ipp>
#include <restbind/http/impl/read.ipp>
#include <restbind/http/impl/request_builder.ipp>
#include <restbind/json/impl/src.ipp>
