// SPDX-License-Identifier: BSL-1.0
// What a journal costs a sale: journal FOLDER [SALES]
// Writes so many records (default 1,000) into a file in the folder and settles each, as a till does. Prints the time of both, the
// processor's share of it, and how much the file has grown. `perf stat -e instructions:u` counts the instructions.

#include <restbind/journal.hpp>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <string>

namespace
{

double milliseconds(std::chrono::steady_clock::duration length)
{
    return std::chrono::duration<double, std::milli>(length).count();
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 2 || count > 3)
        return std::cerr << "usage: journal FOLDER [SALES]\n", 2;
    int const sales = count == 3 ? std::atoi(arguments[2]) : 1000;
    std::string const path = (std::filesystem::path(arguments[1]) / "bench.journal").string();
    auto const journal = restbind::journal::open({.path = path});
    if (!journal)
        return std::cerr << journal.error() << '\n', 1;
    using clock = std::chrono::steady_clock;
    clock::duration before{}, after{};
    std::clock_t const processor = std::clock();
    for (int sale = 0; sale < sales; ++sale)
    {
        auto const start = clock::now();
        auto const entry = (*journal)->begin({.operation = "confirmOrder",
            .origin = "https://tickets.example.com",
            .method = "POST",
            .target = "/api/v1/order/confirm",
            .headers = "Accept: application/json\r\nx-tenant: arena\r\nContent-Type: application/json\r\n",
            .body = R"({"cartId":4800000001})",
            .memo = "84.80, receipt 17, +49 30 1234567"});
        auto const middle = clock::now();
        if (!entry)
            return std::cerr << entry.error() << '\n', 1;
        auto const ended = (*journal)->end(
            *entry, {.outcome = restbind::net::journal_outcome::succeeded, .status = 200, .sends = 1});
        if (!ended)
            return std::cerr << ended.error() << '\n', 1;
        before += middle - start;
        after += clock::now() - middle;
    }
    double const seconds = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    std::cout << sales << " sales: " << milliseconds(before) / sales << " ms before a request leaves, "
              << milliseconds(after) / sales << " ms when its outcome is known; of both "
              << 1000 * seconds / sales << " ms of the processor; "
              << std::filesystem::file_size(path) / static_cast<std::uintmax_t>(sales)
              << " bytes a record so far\n";
    for (char const* const end : {"", "-wal", "-shm"})
        std::filesystem::remove(path + end);
    return 0;
}
