// SPDX-License-Identifier: BSL-1.0
// Searches the memory of the test program for a text.
#pragma once

#include <restbind/core/secret.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace restbind::test
{

/// A text that stands nowhere in the program's memory unless somebody has put it together.
class hidden_text
{
public:
    constexpr explicit hidden_text(char const (&text)[25])
    {
        for (std::size_t i = 0; i != masked_.size(); ++i)
            masked_[i] = static_cast<char>(text[i] ^ mask);
    }

    /// The caller wipes it.
    std::string reveal() const
    {
        std::string text(masked_.size(), '\0');
        for (std::size_t i = 0; i != masked_.size(); ++i)
            text[i] = static_cast<char>(masked_[i] ^ mask);
        return text;
    }

    bool stands_at(char const* place) const
    {
        for (std::size_t i = 0; i != masked_.size(); ++i)
            if ((place[i] ^ mask) != masked_[i])
                return false;
        return true;
    }

    static constexpr std::size_t size = 24;

private:
    static constexpr char mask = 0x2A;
    std::array<char, size> masked_{};
};

/// Copies of a text in all memory that this process can write to, its own stack below this function
/// apart.
inline std::size_t copies_of(hidden_text const& text)
{
    std::size_t found = 0;
    std::ifstream memory("/proc/self/mem", std::ios::binary);
    std::ifstream maps("/proc/self/maps");
    std::string piece(1U << 20, '\0');
    for (std::string line; std::getline(maps, line);)
    {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        std::string access;
        std::istringstream(line) >> std::hex >> begin >> dash >> end >> access;
        bool const is_heap_or_data =
            line.find("[stack]") == std::string::npos && line.find("[v") == std::string::npos;
        // The shadow of a sanitizer is endless and holds no texts.
        bool const is_shadow = end - begin > (std::uintptr_t{1} << 32);
        if (!access.starts_with("rw") || !is_heap_or_data || is_shadow)
            continue;
        std::size_t kept = 0;
        for (std::uintptr_t at = begin; at < end;)
        {
            std::size_t const space = std::min<std::size_t>(piece.size() - kept, end - at);
            memory.clear();
            memory.seekg(static_cast<std::streamoff>(at));
            if (!memory.read(piece.data() + kept, static_cast<std::streamsize>(space)))
                break;
            std::size_t const size = kept + space;
            char const* const own_begin = piece.data();
            for (std::size_t i = 0; i + hidden_text::size <= size; ++i)
            {
                std::uintptr_t const place = at - kept + i;
                bool const in_own_piece =
                    place + hidden_text::size > reinterpret_cast<std::uintptr_t>(own_begin) &&
                    place < reinterpret_cast<std::uintptr_t>(own_begin) + piece.size();
                found += !in_own_piece && text.stands_at(piece.data() + i) ? 1U : 0U;
            }
            kept = std::min(size, hidden_text::size - 1);
            std::memmove(piece.data(), piece.data() + size - kept, kept);
            at += space;
        }
    }
    // What stood in the piece must not be found by the next search.
    restbind::wipe(piece);
    return found;
}

} // namespace restbind::test
