#pragma once

/** @file
    All that generated operations need: their description, the builder of requests and the readers
    of answers.
*/
#include <restbind/http/operation_info.hpp>
#include <restbind/http/read.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/request_builder.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/style.hpp>
