// SPDX-License-Identifier: BSL-1.0
// libcurl, many calls at a time: reused easy handles in one multi handle.

#include "curl.hpp"

#include <stdexcept>

namespace bench
{

namespace
{

class curl_multi final : public contestant
{
public:
    curl_multi(service_address const& service, conditions const& under)
        : multi_(curl_multi_init())
    {
        if (!multi_)
            throw std::runtime_error("libcurl: no multi handle");
        // Every call keeps a connection, as those of the other clients do.
        curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(under.in_flight));
        for (std::size_t i = 0; i != under.in_flight; ++i)
        {
            slots_.push_back(std::make_unique<slot>(service, under));
            curl_easy_setopt(slots_.back()->call.handle(), CURLOPT_PRIVATE,
                static_cast<void*>(slots_.back().get()));
        }
    }

    void run(work const& part) override
    {
        std::size_t begun = 0;
        std::size_t ended = 0;
        for (auto const& free : slots_)
            if (begun != part.calls)
                begin(*free, stopwatch(part, begun++));
        while (ended != part.calls)
        {
            int running = 0;
            expect(curl_multi_perform(multi_.get(), &running));
            int left = 0;
            bool progress = false;
            while (CURLMsg const* const message = curl_multi_info_read(multi_.get(), &left))
            {
                if (message->msg != CURLMSG_DONE)
                    continue;
                CURL* const handle = message->easy_handle;
                CURLcode const outcome = message->data.result;
                slot* done = nullptr;
                curl_easy_getinfo(handle, CURLINFO_PRIVATE, &done);
                done->timer.stop();
                expect(curl_multi_remove_handle(multi_.get(), handle));
                done->call.check(outcome);
                ++ended;
                progress = true;
                if (begun != part.calls)
                    begin(*done, stopwatch(part, begun++));
            }
            // A handle that was just added sends its request in the next perform, not in a poll.
            if (!progress)
                expect(curl_multi_poll(multi_.get(), nullptr, 0, 10000, nullptr));
        }
    }

private:
    struct slot
    {
        slot(service_address const& service, conditions const& under)
            : call(service, under)
        {
        }

        curl_call call;
        stopwatch timer;
    };

    struct deleter
    {
        void operator()(CURLM* p) const noexcept { curl_multi_cleanup(p); }
    };

    static void expect(CURLMcode code)
    {
        if (code != CURLM_OK)
            throw std::runtime_error(std::string("libcurl: ") + curl_multi_strerror(code));
    }

    void begin(slot& free, stopwatch timer)
    {
        free.call.prepare();
        free.timer = timer;
        expect(curl_multi_add_handle(multi_.get(), free.call.handle()));
    }

    std::vector<std::unique_ptr<slot>> slots_;
    std::unique_ptr<CURLM, deleter> multi_;
};

std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<curl_multi>(service, under);
}

registration const plain(client_kind::libcurl, {transport::plain, many}, make);
registration const tls(client_kind::libcurl, {transport::tls, many}, make);

} // namespace

} // namespace bench
