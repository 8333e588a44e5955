// SPDX-License-Identifier: BSL-1.0
// The journal in a file: what is unresolved, what is settled, what is kept, and files that cannot be
// used.
#include "folder.hpp"
#include "journal/faulty_files.hpp"

#include <restbind/journal.hpp>
#include <restbind/journal/file.hpp>
#include <restbind/journal/record.hpp>
#include <restbind/net/journal.hpp>

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace fs = std::filesystem;
namespace journal = restbind::journal;
using journal::state;
using restbind::test::folder;
using restbind::net::journal_outcome;

std::shared_ptr<journal::file> open(journal::options settings)
{
    auto opened = journal::open(std::move(settings));
    BOOST_TEST_REQUIRE(opened.has_value(), opened.error());
    return *opened;
}

std::int64_t begin(journal::file& to, std::string_view body = "{}")
{
    auto const entry = to.begin({.operation = "confirmOrder",
        .origin = "https://tickets.example.com",
        .method = "POST",
        .target = "/api/v1/order?x=1",
        .headers = "x-tenant: arena\r\n",
        .body = body});
    BOOST_TEST_REQUIRE(entry.has_value(), entry.error());
    return *entry;
}

void end(journal::file& of, std::int64_t entry, journal_outcome outcome)
{
    auto const noted = of.end(entry,
        {.outcome = outcome, .status = 503, .sends = 2, .trace_id = "t-1", .text = "words"});
    BOOST_TEST_REQUIRE(noted.has_value(), noted.error());
}

std::vector<std::int64_t> numbers(std::vector<journal::record> const& records)
{
    std::vector<std::int64_t> found;
    for (journal::record const& one : records)
        found.push_back(one.id);
    return found;
}

/// Runs a function in a child of this process, which then ends without a word. What the function has
/// returned lives until then.
template <class Function>
void in_killed_child(Function const& function)
{
    pid_t const child = ::fork();
    if (child == 0)
    {
        auto const kept = function();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    BOOST_TEST_REQUIRE(WIFSIGNALED(status));
}

/// Runs statements in a file, as another program.
void run_in(std::string const& path, char const* statements)
{
    sqlite3* opened = nullptr;
    BOOST_TEST(sqlite3_open(path.c_str(), &opened) == SQLITE_OK);
    BOOST_TEST(sqlite3_exec(opened, statements, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(opened);
}

using listed = std::vector<std::int64_t>;

} // namespace

BOOST_AUTO_TEST_SUITE(journal_file)

BOOST_AUTO_TEST_CASE(a_record_has_all_that_is_needed_to_ask_the_service_or_a_person)
{
    folder const at;
    auto const till = open({.path = at / "till", .program = "till 4"});
    auto const before = std::chrono::system_clock::now() - std::chrono::milliseconds(1);
    end(*till, begin(*till, R"({"a":1})"), journal_outcome::unknown);
    auto const found = till->unresolved().value();
    BOOST_TEST_REQUIRE(found.size() == 1U);
    journal::record const& one = found.front();
    BOOST_TEST(one.program == "till 4");
    BOOST_TEST(one.run == 1);
    BOOST_TEST(one.operation == "confirmOrder");
    BOOST_TEST(one.origin == "https://tickets.example.com");
    BOOST_TEST(one.method == "POST");
    BOOST_TEST(one.target == "/api/v1/order?x=1");
    BOOST_TEST(one.headers == "x-tenant: arena\r\n");
    BOOST_TEST(one.body == R"({"a":1})");
    BOOST_TEST((one.begun >= before && one.begun <= std::chrono::system_clock::now()));
    BOOST_TEST((one.ended && *one.ended >= one.begun));
    BOOST_TEST((one.state == state::unknown));
    BOOST_TEST(one.status == 503);
    BOOST_TEST(one.sends == 2U);
    BOOST_TEST(one.trace_id == "t-1");
    BOOST_TEST(one.text == "words");
}

BOOST_AUTO_TEST_CASE(calls_under_way_are_not_unresolved_while_their_program_runs)
{
    folder const at;
    auto const first = open({.path = at / "till"});
    auto const entry = begin(*first);
    auto const second = open({.path = at / "till"});
    BOOST_TEST(numbers(first->unresolved().value()) == listed(), boost::test_tools::per_element());
    BOOST_TEST(numbers(second->unresolved().value()) == listed(), boost::test_tools::per_element());
    end(*first, entry, journal_outcome::succeeded);
    BOOST_TEST((second->latest().value().front().state == state::succeeded));
}

// survives: L1
BOOST_AUTO_TEST_CASE(calls_under_way_are_lost_when_their_program_is_killed)
{
    folder const at;
    auto const reader = open({.path = at / "till"});
    in_killed_child(
        [&]
        {
            auto const till = journal::open({.path = at / "till"}).value();
            static_cast<void>(till->begin({.operation = "sold"}));
            static_cast<void>(till->end(till->begin({.operation = "good"}).value(),
                {.outcome = journal_outcome::succeeded}));
            return till;
        });
    auto const found = reader->unresolved().value(); // without opening it again
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found[0].operation == "sold");
    BOOST_TEST((found[0].state == state::lost));
    BOOST_TEST(numbers(open({.path = at / "till"})->unresolved().value()) == listed{found[0].id},
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_somebody_has_found_out_settles_a_record_once)
{
    folder const at;
    auto const till = open({.path = at / "till"});
    auto const entry = begin(*till);
    BOOST_TEST((till->settle(entry, "too early").error() == restbind::error_kind::invalid_argument));
    end(*till, entry, journal_outcome::unknown);
    BOOST_TEST(till->settle(entry, "asked the provider: sold").has_value());
    BOOST_TEST(till->unresolved().value().empty());
    BOOST_TEST(till->latest().value().front().note == "asked the provider: sold");
    BOOST_TEST((till->settle(entry, "again").error() == restbind::error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(an_end_that_another_program_keeps_from_the_file_can_be_settled)
{
    folder const at;
    auto const till =
        open({.path = at / "till", .busy_timeout = std::chrono::milliseconds(1)});
    auto const first = begin(*till);
    auto const second = begin(*till);
    sqlite3* other = nullptr;
    BOOST_TEST_REQUIRE(sqlite3_open((at / "till").c_str(), &other) == SQLITE_OK);
    auto const run = [&](char const* statement)
    { BOOST_TEST(sqlite3_exec(other, statement, nullptr, nullptr, nullptr) == SQLITE_OK); };
    run("BEGIN IMMEDIATE");
    for (std::int64_t const entry : {first, second})
        BOOST_TEST((till->end(entry, {.outcome = journal_outcome::unknown}).error() ==
                    restbind::error_kind::journal_failed));
    BOOST_TEST(numbers(till->unresolved().value()) == (listed{first, second}),
        boost::test_tools::per_element());
    BOOST_TEST((till->settle(first, "sold").error() == restbind::error_kind::journal_failed));
    run("ROLLBACK");
    BOOST_TEST(till->settle(first, "sold").has_value());
    BOOST_TEST(numbers(till->unresolved().value()) == listed{second},
        boost::test_tools::per_element());
    sqlite3_close(other);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_look_takes_no_other_one_for_ended)
{
    folder const at;
    auto const till = open({.path = at / "till"});
    auto const entry = begin(*till);
    auto const other = open({.path = at / "till"});
    ::rlimit before{};
    BOOST_TEST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    ::rlimit none = before;
    none.rlim_cur = 0; // what is open stays open
    BOOST_TEST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    auto const open_calls = other->unresolved();
    BOOST_TEST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    BOOST_TEST_REQUIRE(open_calls.has_value(), open_calls.error());
    BOOST_TEST(open_calls->empty());
    end(*till, entry, journal_outcome::succeeded);
}

BOOST_AUTO_TEST_CASE(a_call_that_was_taken_for_lost_has_its_end_once_it_is_known)
{
    folder const at;
    auto const till = open({.path = at / "till"});
    auto const entry = begin(*till);
    fs::remove(at / "till-run-1"); // an operator clears the folder
    auto const other = open({.path = at / "till"});
    BOOST_TEST(numbers(other->unresolved().value()) == listed{entry},
        boost::test_tools::per_element());
    end(*till, entry, journal_outcome::succeeded);
    BOOST_TEST(other->unresolved().value().empty());
    for (std::int64_t const none : {entry, entry + 1})
        BOOST_TEST((till->end(none, {}).error() == restbind::error_kind::journal_failed));
}

BOOST_AUTO_TEST_CASE(a_success_settles_the_same_request_and_no_other_one_with_its_key)
{
    folder const at;
    auto const till = open({.path = at / "till"});
    restbind::net::journal_entry const sale{.operation = "buy",
        .origin = "https://tickets.example.com",
        .method = "POST",
        .target = "/api/v1/order",
        .headers = "x-tenant: arena\r\n",
        .body = "{}",
        .key = "receipt-1"};
    std::vector<restbind::net::journal_entry> entries(8, sale);
    entries[0].operation = "sell";
    entries[1].origin = "https://tickets.example.org";
    entries[2].method = "PUT";
    entries[3].target = "/api/v2/order";
    entries[4].headers = "x-tenant: theatre\r\n";
    entries[5].body = "[]";
    entries[6].key = "receipt-2";
    for (auto const& entry : entries)
        end(*till, till->begin(entry).value(), journal_outcome::unknown);
    end(*till, till->begin(sale).value(), journal_outcome::succeeded);
    BOOST_TEST(numbers(till->unresolved().value()) == (listed{1, 2, 3, 4, 5, 6, 7}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(old_records_are_dropped_by_number_and_age_and_unresolved_ones_never)
{
    folder const at;
    {
        auto const till = open({.path = at / "till"});
        for (int sale = 0; sale < 10; ++sale)
            end(*till, begin(*till), sale == 0 ? journal_outcome::unknown : journal_outcome::succeeded);
    }
    {
        auto const till = open({.path = at / "till", .max_settled = 3});
        BOOST_TEST(numbers(till->latest().value()) == (listed{10, 9, 8, 1}),
            boost::test_tools::per_element());
        end(*till, begin(*till), journal_outcome::succeeded);
        BOOST_TEST(till->latest(1).value().front().run == 2);
    }
    run_in(at / "till", "UPDATE record SET ended = ended - 3600001 WHERE id <= 10");
    auto const till = open({.path = at / "till", .max_age = std::chrono::hours(1)});
    BOOST_TEST(numbers(till->latest().value()) == (listed{11, 1}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_largest_age_and_number_drop_nothing_and_negative_ones_are_refused)
{
    folder const at;
    constexpr auto longest = std::chrono::hours::max();
    for (std::size_t records = 1; records < 3; ++records)
    {
        auto const till =
            open({.path = at / "till", .max_age = longest, .max_settled = SIZE_MAX,
                .busy_timeout = std::chrono::milliseconds::max()});
        end(*till, begin(*till), journal_outcome::succeeded);
        BOOST_TEST(till->latest(SIZE_MAX).value().size() == records);
    }
    for (journal::options const& bad :
        {journal::options{.path = at / "till", .max_age = -longest},
            journal::options{.path = at / "till", .busy_timeout = std::chrono::milliseconds(-1)}})
        BOOST_TEST((journal::open(bad).error() == restbind::error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(only_the_owner_may_read_the_files)
{
    folder const at;
    ::mode_t const before = ::umask(0);
    auto const till = open({.path = at / "till"});
    begin(*till);
    ::umask(before);
    int files = 0;
    for (auto const& one : fs::directory_iterator(at.path()))
    {
        BOOST_TEST((one.status().permissions() == (fs::perms::owner_read | fs::perms::owner_write)),
            one.path());
        ++files;
    }
    BOOST_TEST(files == 4);
}

// survives: L5
BOOST_AUTO_TEST_CASE(a_file_that_is_no_journal_is_kept_aside)
{
    folder const at;
    std::ofstream(at / "till") << std::string(10'000, 'x');
    auto const till = open({.path = at / "till"});
    BOOST_TEST_REQUIRE(till->kept_aside().size() == 1U);
    BOOST_TEST(till->kept_aside()[0].starts_with(at / "till.damaged-"));
    BOOST_TEST(fs::file_size(till->kept_aside()[0]) == 10'000U);
    begin(*till);
}

// survives: L5
BOOST_AUTO_TEST_CASE(each_program_learns_of_what_was_kept_aside_until_somebody_moves_it)
{
    folder const at;
    for (char const* const other : {"till.damaged-7-wal", "till.damaged-", "till.damaged-7x",
             "mill.damaged-7", "till-run-3"})
        std::ofstream(at / other) << 'x';
    BOOST_TEST(open({.path = at / "till"})->kept_aside().empty());
    std::ofstream(at / "till") << std::string(10'000, 'x');
    auto const first = open({.path = at / "till"})->kept_aside();
    BOOST_TEST_REQUIRE(first.size() == 1U);
    BOOST_TEST((open({.path = at / "till"})->kept_aside() == first));
    std::ofstream(at / "till.damaged-12") << 'x';
    auto const both = open({.path = at / "till"})->kept_aside();
    BOOST_TEST_REQUIRE(both.size() == 2U);
    BOOST_TEST((both == std::vector{at / "till.damaged-12", first[0]})); // the older one first
    fs::remove(at / "till.damaged-12");
    fs::rename(first[0], at / "examined");
    BOOST_TEST(open({.path = at / "till"})->kept_aside().empty());
    fs::current_path(at / "");
    std::ofstream(at / "till.damaged-12") << 'x';
    BOOST_TEST((open({.path = "till"})->kept_aside() == std::vector<std::string>{"till.damaged-12"}));
    fs::current_path("/");
}

// survives: L5
BOOST_AUTO_TEST_CASE(of_programs_that_start_at_once_one_renames_a_damaged_file)
{
    constexpr int programs = 4;
    for (int round = 0; round < 10; ++round)
    {
        folder const at;
        std::ofstream(at / "till") << std::string(10'000, 'x');
        std::vector<pid_t> children;
        for (int program = 0; program < programs; ++program)
            if (pid_t const child = ::fork(); child != 0)
                children.push_back(child);
            else
            {
                auto const till = journal::open({.path = at / "till"});
                ::_exit(till && (*till)->begin({.operation = "sold"}) ? 0 : 1);
            }
        for (pid_t const child : children)
        {
            int status = -1;
            ::waitpid(child, &status, 0);
            BOOST_TEST(status == 0);
        }
        auto const till = open({.path = at / "till"});
        BOOST_TEST_REQUIRE(till->latest().value().size() == std::size_t(programs));
        BOOST_TEST_REQUIRE(till->kept_aside().size() == 1U);
    }
}

// survives: L5
BOOST_AUTO_TEST_CASE(a_damaged_file_that_cannot_be_renamed_in_time_is_an_error_that_says_why)
{
    using namespace std::chrono_literals;
    folder const at;
    std::ofstream(at / "till") << std::string(10'000, 'x');
    int const other = ::open((at / "till-run--1").c_str(), O_RDWR | O_CREAT, 0600);
    BOOST_TEST_REQUIRE(::flock(other, LOCK_EX | LOCK_NB) == 0);
    auto const busy = journal::open({.path = at / "till", .busy_timeout = 20ms});
    BOOST_TEST_REQUIRE(!busy.has_value());
    BOOST_TEST((busy.error() == restbind::error_kind::journal_failed));
    BOOST_TEST(busy.error().detail() ==
        "the journal is damaged, and another program that renames it has not finished within "
        "busy_timeout (20 ms)");
    ::close(other);
    BOOST_TEST(open({.path = at / "till"})->kept_aside().size() == 1U);

    std::ofstream(at / "mill") << std::string(10'000, 'x');
    fs::create_directory(at / "mill-run--1");
    auto const no_file = journal::open({.path = at / "mill", .busy_timeout = 0ms});
    BOOST_TEST_REQUIRE(!no_file.has_value());
    BOOST_TEST(no_file.error().detail() ==
        "the journal is damaged, and no file can be made and locked beside it");
}

// survives: L5
BOOST_AUTO_TEST_CASE(numbers_of_runs_of_a_renamed_file_are_passed_over_while_their_programs_live)
{
    folder const at;
    int const other = ::open((at / "till-run-1").c_str(), O_RDWR | O_CREAT, 0600);
    BOOST_TEST_REQUIRE(::flock(other, LOCK_EX | LOCK_NB) == 0);
    {
        auto const till = open({.path = at / "till"});
        begin(*till);
        BOOST_TEST(fs::exists(at / "till-run-2"));
    }
    ::close(other);
    BOOST_TEST(open({.path = at / "till"})->unresolved().value().size() == 1U);

    fs::create_directory(at / "mill-run-1");
    auto const no_file = journal::open({.path = at / "mill"});
    BOOST_TEST_REQUIRE(!no_file.has_value());
    BOOST_TEST(no_file.error().detail() == "the journal: no file can be made and locked beside it");
}

BOOST_AUTO_TEST_CASE(an_end_that_is_written_is_no_failure_where_old_records_stay)
{
    folder const at;
    static_cast<void>(open({.path = at / "till"}));
    run_in(at / "till", "CREATE TRIGGER stays BEFORE DELETE ON record "
                        "WHEN (SELECT max(id) FROM record) = 1000 "
                        "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END");
    restbind::test::faulty_files disk; // which takes no time
    auto const till = open({.path = at / "till", .max_settled = 10});
    for (int sale = 0; sale < 1000; ++sale)
        end(*till, begin(*till), journal_outcome::succeeded);
    BOOST_TEST(till->latest(2000).value().size() == 1000U);
    end(*till, begin(*till), journal_outcome::succeeded); // what could not be dropped is dropped now
    BOOST_TEST(till->latest(2000).value().size() == 10U);
}

// survives: L5
BOOST_AUTO_TEST_CASE(a_damaged_file_is_kept_aside)
{
    folder const at;
    {
        auto const till = open({.path = at / "till"});
        for (int sale = 0; sale < 200; ++sale)
            end(*till, begin(*till, std::string(500, 'b')), journal_outcome::succeeded);
    }
    {
        std::fstream file(at / "till", std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(4096);
        file << std::string(16'000, '\xff');
    }
    BOOST_TEST(!open({.path = at / "till"})->kept_aside().empty());
}

BOOST_AUTO_TEST_CASE(a_disk_that_cannot_be_written_is_an_error_before_anything_is_sent)
{
    if (::geteuid() == 0)
    {
        auto const opened = journal::open({.path = "/proc/till"});
        BOOST_TEST((!opened && opened.error() == restbind::error_kind::journal_failed));
    }
    folder const at;
    auto const taken = journal::open({.path = at / ""});
    BOOST_TEST((!taken && taken.error() == restbind::error_kind::journal_failed));
    BOOST_TEST((journal::open({}).error() == restbind::error_kind::invalid_argument));
}

// survives: L3
BOOST_AUTO_TEST_CASE(a_file_that_can_only_be_read_is_an_error)
{
    folder const at;
    static_cast<void>(open({.path = at / "till"}));
    restbind::test::faulty_files disk;
    disk.is_read_only = true;
    auto const refused = journal::open({.path = at / "till"});
    BOOST_TEST((!refused && refused.error() == restbind::error_kind::journal_failed));
}

// survives: L7
BOOST_AUTO_TEST_CASE(several_programs_write_one_file_and_others_read_it)
{
    folder const at;
    constexpr int programs = 3;
    constexpr int sales = 40;
    auto const reader = open({.path = at / "till"});
    std::vector<pid_t> children;
    for (int program = 0; program < programs; ++program)
        if (pid_t const child = ::fork(); child != 0)
            children.push_back(child);
        else
        {
            auto const till = journal::open({.path = at / "till"});
            bool good = till.has_value();
            for (int sale = 0; good && sale < sales; ++sale)
            {
                auto const entry = (*till)->begin({.operation = "sold"});
                good = entry && (*till)->end(*entry, {.outcome = journal_outcome::succeeded});
            }
            ::_exit(good ? 0 : 1);
        }
    std::size_t seen = 0;
    bool shrinks = false;
    for (pid_t const child : children)
    {
        int status = -1;
        while (::waitpid(child, &status, WNOHANG) == 0)
        {
            std::size_t const now = reader->latest(1000).value().size(); // while others write
            shrinks = shrinks || now < seen;
            seen = now;
        }
        BOOST_TEST(status == 0);
    }
    BOOST_TEST(!shrinks);
    BOOST_TEST(reader->latest(1000).value().size() == std::size_t(programs * sales));
    BOOST_TEST(reader->unresolved().value().empty());
}

BOOST_AUTO_TEST_CASE(a_database_of_another_program_is_refused_and_stays_as_it_is)
{
    folder const at;
    std::string const path = at / "stock";
    auto const bytes = [&]
    {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    for (char const* const others : {"CREATE TABLE stock (id)", "PRAGMA user_version = 1",
             "PRAGMA user_version = 0; PRAGMA application_id = 7"})
    {
        run_in(path, others);
        auto const before = bytes();
        auto const refused = journal::open({.path = path});
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_TEST(refused.error().detail() ==
                   "the journal: the file is a database of another program");
        BOOST_TEST((bytes() == before));
    }
    static_cast<void>(open({.path = at / "till"}));
    run_in(at / "till", "PRAGMA user_version = 2");
    auto const newer = journal::open({.path = at / "till"});
    BOOST_TEST_REQUIRE(!newer.has_value());
    BOOST_TEST(newer.error().detail() == "the journal is of a newer version");
}

BOOST_AUTO_TEST_CASE(a_place_without_a_write_ahead_log_is_an_error)
{
    folder const at;
    restbind::test::faulty_files disk;
    disk.shares_memory = false;
    auto const refused = journal::open({.path = at / "till"});
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error() == restbind::error_kind::journal_failed));
    BOOST_TEST(refused.error().detail().find("no write-ahead log") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(runs_that_have_ended_leave_nothing_but_the_name_that_their_records_need)
{
    folder const at;
    auto const living = open({.path = at / "till", .program = "living"});
    for (bool const sells : {false, true})
        in_killed_child(
            [&]
            {
                auto const till =
                    journal::open({.path = at / "till", .program = "killed"}).value();
                if (sells)
                    static_cast<void>(till->end(till->begin({.operation = "sold"}).value(),
                        {.outcome = journal_outcome::succeeded}));
                return till;
            });
    BOOST_TEST(fs::exists(at / "till-run-3"));
    auto const till = open({.path = at / "till"});
    for (auto const& [run, is_there] :
        {std::pair(1, true), std::pair(2, false), std::pair(3, false), std::pair(4, true)})
        BOOST_TEST(fs::exists(at / ("till-run-" + std::to_string(run))) == is_there, run);
    BOOST_TEST(till->latest().value().at(0).program == "killed");
    std::string runs;
    sqlite3* opened = nullptr;
    BOOST_TEST(sqlite3_open((at / "till").c_str(), &opened) == SQLITE_OK);
    sqlite3_exec(
        opened, "SELECT group_concat(id) FROM run",
        [](void* to, int, char** texts, char**)
        { return *static_cast<std::string*>(to) = texts[0], 0; },
        &runs, nullptr);
    sqlite3_close(opened);
    BOOST_TEST(runs == "1,3,4");
}

// survives: L6
BOOST_AUTO_TEST_CASE(a_child_of_fork_does_not_write_its_parents_journal)
{
    folder const at;
    auto const till = open({.path = at / "till"});
    auto const lost = begin(*till);
    end(*till, lost, journal_outcome::unknown);
    auto const entry = begin(*till);
    pid_t const child = ::fork();
    if (child == 0)
    {
        auto const refused = [](auto const& outcome)
        { return !outcome && outcome.error() == restbind::error_kind::journal_failed; };
        ::_exit(!refused(till->begin({.operation = "child"})) + 2 * !refused(till->unresolved()) +
                4 * !refused(till->latest()) + 8 * !refused(till->settle(lost, "child")));
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    BOOST_TEST(status == 0);
    end(*till, entry, journal_outcome::succeeded);
    BOOST_TEST(till->latest().value().size() == 2U);
    BOOST_TEST(numbers(till->unresolved().value()) == listed{lost},
        boost::test_tools::per_element());
}

// survives: L1
BOOST_AUTO_TEST_CASE(a_program_has_ended_although_a_child_of_it_lives)
{
    folder const at;
    int started[2];
    int end_of_test[2];
    BOOST_TEST_REQUIRE((::pipe(started) == 0 && ::pipe(end_of_test) == 0));
    in_killed_child(
        [&]
        {
            auto const till = journal::open({.path = at / "till"}).value();
            static_cast<void>(till->begin({.operation = "sold"}));
            char byte = 0;
            if (::fork() != 0)
            {
                if (::read(started[0], &byte, 1) != 1)
                    ::_exit(1);
                return till;
            }
            ::close(end_of_test[1]);
            bool const is_told = ::write(started[1], &byte, 1) == 1;
            ::_exit(is_told && ::read(end_of_test[0], &byte, 1) == 0 ? 0 : 1);
        });
    auto const found = open({.path = at / "till"})->unresolved().value();
    for (int const one : {started[0], started[1], end_of_test[0], end_of_test[1]})
        ::close(one);
    BOOST_TEST(found.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
