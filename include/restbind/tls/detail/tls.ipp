// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/tls.hpp>
#include <restbind/tls/detail/context.ipp>
#include <restbind/tls/detail/renewal.hpp>

#include <memory>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls
{

RESTBIND_DECL result<std::shared_ptr<http::secure_channel_factory>> make_factory(options settings)
{
    detail::watched_files files(settings);
    bool const renews = settings.reload_files && !files.empty();
    // What is written from now on shows at the next look.
    if (renews)
        files.look();
    options kept = renews ? settings.clone() : options();
    auto made = detail::context::open(std::move(settings));
    if (!made)
        return made.error();
    if (!renews)
        return std::shared_ptr<http::secure_channel_factory>(std::move(*made));
    return std::shared_ptr<http::secure_channel_factory>(
        std::make_shared<detail::renewed_context>(
            std::move(kept), std::move(*made), std::move(files)));
}

} // namespace restbind::tls
