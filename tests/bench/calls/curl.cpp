// SPDX-License-Identifier: BSL-1.0
#include "curl.hpp"

#include "payload.hpp"

#include <stdexcept>

namespace bench
{

namespace
{

template <class Value>
void set(CURL* handle, CURLoption option, Value value)
{
    if (CURLcode const code = curl_easy_setopt(handle, option, value); code != CURLE_OK)
        throw std::runtime_error(std::string("libcurl: ") + curl_easy_strerror(code));
}

} // namespace

curl_call::curl_call(service_address const& service, conditions const& under)
    : handle_(curl_easy_init())
{
    if (!handle_)
        throw std::runtime_error("libcurl: no handle");
    bool const encrypted = under.over == transport::tls;
    url_ = (encrypted ? "https://" : "http://") + std::string(payload::host) + ":" +
           std::to_string(encrypted ? service.tls_port : service.plain_port) +
           std::string(payload::target);
    for (auto const& [header, value] :
        {std::pair<std::string_view, std::string_view>("Accept", payload::accept),
            {"Content-Type", payload::content_type}, {"x-tenant", payload::tenant},
            {"Authorization", payload::authorization}})
    {
        std::string const line = std::string(header) + ": " + std::string(value);
        curl_slist* const longer = curl_slist_append(headers_.get(), line.c_str());
        if (!longer)
            throw std::bad_alloc();
        static_cast<void>(headers_.release());
        headers_.reset(longer);
    }

    set(handle(), CURLOPT_PROXY, "");
    set(handle(), CURLOPT_USERAGENT, std::string(payload::user_agent).c_str());
    set(handle(), CURLOPT_HTTPHEADER, headers_.get());
    set(handle(), CURLOPT_WRITEFUNCTION, &curl_call::receive);
    set(handle(), CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(handle(), CURLOPT_NOSIGNAL, 1L);
    set(handle(), CURLOPT_TIMEOUT, 30L);
    if (!encrypted)
        return;
    curl_blob authority{};
    authority.data = const_cast<char*>(service.authority.data()); // copied, see the flag
    authority.len = service.authority.size();
    authority.flags = CURL_BLOB_COPY;
    set(handle(), CURLOPT_CAINFO_BLOB, &authority);
    set(handle(), CURLOPT_CAPATH, static_cast<char const*>(nullptr));
    set(handle(), CURLOPT_FORBID_REUSE, under.connections == connection_use::kept ? 0L : 1L);
    set(handle(), CURLOPT_SSL_SESSIONID_CACHE, under.connections == connection_use::full ? 0L : 1L);
}

void curl_call::prepare()
{
    body_.clear();
    set(handle(), CURLOPT_URL, url_.c_str());
    set(handle(), CURLOPT_POSTFIELDS, payload::request_body.data());
    set(handle(), CURLOPT_POSTFIELDSIZE, static_cast<long>(payload::request_body.size()));
}

void curl_call::check(CURLcode outcome) const
{
    if (outcome != CURLE_OK)
        throw std::runtime_error(std::string("libcurl: ") + curl_easy_strerror(outcome));
    long status = 0;
    curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &status);
    payload::check(status, body_.size());
}

std::size_t curl_call::receive(char* from, std::size_t size, std::size_t count, void* self)
{
    static_cast<curl_call*>(self)->body_.append(from, size * count);
    return size * count;
}

} // namespace bench
