// SPDX-License-Identifier: BSL-1.0
// Runs the corpus of the fuzzers, crashers that were mended included, as a normal test: any
// compiler, no libFuzzer.
#include "checks.hpp"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace
{

std::size_t replay(std::filesystem::path const& folder, void (*check)(std::string_view))
{
    std::size_t count = 0;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
    {
        std::ifstream file(entry.path(), std::ios::binary);
        std::vector<char> const bytes{
            std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        check({bytes.data(), bytes.size()});
        ++count;
    }
    return count;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2)
    {
        std::fputs("usage: fuzz_replay CORPUS_FOLDER\n", stderr);
        return 2;
    }
    std::filesystem::path const corpus(arguments[1]);
    std::size_t const read = replay(corpus / "read", fuzz::check_reading);
    std::size_t const written = replay(corpus / "write", fuzz::check_writing);
    std::size_t const responses = replay(corpus / "response", fuzz::check_response);
    std::printf("%zu texts and %zu responses read, %zu values written\n", read, responses, written);
    return read != 0 && responses != 0 && written != 0
               ? 0
               : 1; // a corpus that is not there proves nothing
}
