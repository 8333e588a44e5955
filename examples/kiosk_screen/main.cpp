// SPDX-License-Identifier: BSL-1.0
// A kiosk with a screen: kiosk_screen BASE_ADDRESS JOURNAL INSTALLATION.json
#include "qt_context.hpp"
#include "window.hpp"

#include <ticketing/v1.hpp>

#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleFactory>

#include <iostream>

namespace api = ticketing::v1;

namespace
{

restbind::net::client_options options_for(
    std::string address, std::shared_ptr<restbind::journal::file> journal)
{
    auto options =
        api::default_options({.auth_url = address, // the sandbox is its own authorization server
            .directory_id = "d1ec7081-0000-4000-8000-000000000001",
            .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
    options.base_url = std::move(address);
    options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    options.retry.policy = restbind::http::retry_policy::only_unapplied; // never a second order
    options.journal = std::move(journal);
    return options;
}

} // namespace

int main(int count, char** arguments)
{
    QApplication application(count, arguments);
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    if (count != 4)
        return std::cerr << "usage: kiosk_screen BASE_ADDRESS JOURNAL INSTALLATION.json\n", 2;
    auto const journal = restbind::journal::open({.path = arguments[2], .program = "kiosk screen"});
    if (!journal) // the disk is full, or cannot be written: a till without a journal does not sell
        return std::cerr << journal.error() << '\n', 1;
    auto what = kiosk::read_installation(arguments[3]);
    if (!what)
        return std::cerr << what.error() << '\n', 1;

    kiosk::window* shown = nullptr;
    qt_context context([&shown](std::exception_ptr failure) { shown->model().fail(failure); });
    auto service = api::client::make(
        context.get_executor(), options_for(arguments[1], *journal), {.tenant = "arena"});
    if (!service)
        return std::cerr << service.error() << '\n', 1;
    kiosk::window window(
        QStringLiteral("Arena Tickets"), std::move(*service), *journal, std::move(*what));
    shown = &window;
    window.show();
    window.model().show_events();
    return application.exec();
}
