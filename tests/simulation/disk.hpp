// SPDX-License-Identifier: BSL-1.0
// The disk of a till: the journal in a file, on a disk that fails now and then.
#pragma once

#include "../journal/faulty_files.hpp"
#include "books.hpp"
#include "service.hpp"

#include <restbind/journal.hpp>
#include <restbind/net/journal.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace simulation
{

namespace net = restbind::net;
namespace journal = restbind::journal;
using restbind::error_kind;

/** A folder in memory for the files of one world after the other. */
class folder
{
public:
    folder()
    {
        std::error_code none;
        std::string name = std::filesystem::is_directory("/dev/shm", none) ? "/dev/shm" : "/tmp";
        name += "/simulation-XXXXXX";
        if (!::mkdtemp(name.data()))
            throw std::runtime_error("no folder can be made for journals");
        path_ = name;
    }
    folder(folder const&) = delete;
    folder& operator=(folder const&) = delete;
    ~folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::filesystem::path const& path() const noexcept { return path_; }

    void clear() const
    {
        for (auto const& entry : std::filesystem::directory_iterator(path_))
            std::filesystem::remove(entry.path());
    }

private:
    std::filesystem::path path_;
};

/** The journal of a program, and what becomes of it when the power fails. */
class disk final : public net::journal
{
public:
    explicit disk(environment& world)
        : world_(world)
        , files_(world.luck.next())
    {
        static folder const files;
        files.clear();
        path_ = (files.path() / "till.journal").string();
        files_.cut_kills = false;
    }

    /** The program starts. The power may fail within that, and then it starts once more. */
    void open(bool may_fail)
    {
        for (;;)
        {
            files_.is_without_power = false;
            if (may_fail && world_.luck.one_in(8))
                files_.cut_within = world_.luck.between(1, 8);
            auto opened = restbind::journal::open({.path = path_, .program = "till"});
            files_.cut_within = 0;
            if (!files_.is_without_power)
            {
                if (!opened)
                    return world_.complain("the journal cannot be opened");
                if (!(*opened)->kept_aside().empty())
                    world_.complain("a power cut has damaged the journal");
                file_ = std::move(*opened);
                return;
            }
            world_.met(fault::power_cut_within_start);
        }
    }

    /** The program ends. */
    void close() { file_.reset(); }

    void cut_power() { files_.cut_power(); }
    std::size_t held_bytes() const { return files_.held_bytes(); }
    bool is_without_power() const noexcept { return files_.is_without_power; }

    /** The records that need attention. */
    std::vector<restbind::journal::record> unresolved()
    {
        auto found = file_->unresolved();
        if (found)
            return *std::move(found);
        world_.complain("the journal cannot be read");
        return {};
    }

    /** All records, the oldest first. */
    std::vector<restbind::journal::record> all()
    {
        auto found = file_->latest(1'000'000);
        if (found)
            return {found->rbegin(), found->rend()};
        world_.complain("the journal cannot be read");
        return {};
    }

    restbind::result<std::int64_t> begin(net::journal_entry const& asked) override
    {
        for (std::string_view const text : {asked.origin, asked.target, asked.headers, asked.body})
            world_.check(text, "a secret is in the journal");
        std::int64_t const sale = sale_of(asked.target, asked.body);
        book* const call = world_.find(sale);
        if (!call)
            world_.complain("the journal has a call that nobody made", sale);
        if (files_.is_without_power)
            return restbind::error(error_kind::journal_failed, "there is no power");
        if (world_.luck.per_mille(world_.now.disk))
            switch (world_.luck.below(4))
            {
            case 0:
                world_.met(fault::disk_full, sale);
                files_.failing = 50;
                break;
            case 1:
                world_.met(fault::disk_throws, sale);
                throw std::runtime_error("the disk is gone");
            default:
                break; // at the end of the call
            }
        auto const begun = with_cuts<std::int64_t>([&] { return file_->begin(asked); }, sale);
        if (begun && call && call->record == recorded::nothing)
            call->record = recorded::pending;
        world_.note(begun ? "the journal has call %lld" : "the journal refuses call %lld", sale);
        return begun;
    }

    restbind::result<void> end(std::int64_t number, net::journal_result const& ended) override
    {
        world_.check(ended.text, "a secret is in the journal");
        world_.check(ended.trace_id, "a secret is in the journal");
        if (files_.is_without_power)
            return restbind::error(error_kind::journal_failed, "there is no power");
        if (world_.luck.per_mille(world_.now.disk))
        {
            world_.met(fault::end_not_recorded, number);
            files_.failing = 50;
        }
        auto const done = with_cuts<void>([&] { return file_->end(number, ended); }, number);
        world_.note(done ? "the journal has the end of record %lld: %lld"
                         : "the journal does not take the end of record %lld: %lld",
            number, static_cast<std::int64_t>(ended.outcome));
        return done;
    }

private:
    /// Uses the journal. The power may fail within that.
    template <class Value, class Use>
    restbind::result<Value> with_cuts(Use const& use, std::int64_t about)
    {
        if (world_.luck.per_mille(world_.now.disk / 20))
            files_.cut_within = world_.luck.between(1, 2);
        restbind::result<Value> done = use();
        files_.cut_within = 0;
        files_.failing = 0;
        if (files_.is_without_power)
        {
            world_.met(fault::power_cut_within_record, about);
            world_.network->is_unplugged = true;
        }
        return done;
    }

    environment& world_;
    restbind::test::faulty_files files_; // ends after the journal
    std::string path_;
    std::shared_ptr<restbind::journal::file> file_;
};

} // namespace simulation
