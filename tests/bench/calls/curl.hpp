// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contestant.hpp"

#include <curl/curl.h>

#include <memory>
#include <string>

namespace bench
{

/** A libcurl easy handle that makes the one call again and again. */
class curl_call
{
public:
    curl_call(service_address const& service, conditions const& under);

    curl_call(curl_call const&) = delete;
    curl_call& operator=(curl_call const&) = delete;

    CURL* handle() const noexcept { return handle_.get(); }

    /** Forgets the last response and sets what differs from one operation to the next: address and
        body.
    */
    void prepare();

    /** Checks what a transfer came to. @throws std::runtime_error if it is not the expected response.
     */
    void check(CURLcode outcome) const;

private:
    static std::size_t receive(char* from, std::size_t size, std::size_t count, void* self);

    struct deleter
    {
        void operator()(CURL* p) const noexcept { curl_easy_cleanup(p); }
        void operator()(curl_slist* p) const noexcept { curl_slist_free_all(p); }
    };

    std::string url_;
    std::unique_ptr<curl_slist, deleter> headers_;
    std::string body_;
    std::unique_ptr<CURL, deleter> handle_;
};

} // namespace bench
