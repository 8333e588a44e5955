// SPDX-License-Identifier: BSL-1.0
// The board: serial lines, a console, a clock, and what the C library asks for. Another chip needs another board.cpp and
// another board.ld.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace board {

/** A serial line whose other end is a connection to a server, as a modem or a coprocessor with a network stack makes it. */
class serial_line
{
public:
    /** @param number 0 to 4. */
    explicit serial_line(unsigned number);

    /** Sends a text. @returns How many bytes were sent; fewer if the line took none for 10 s. */
    std::size_t write(std::string_view text);

    /** Receives bytes until the space is full or the line pauses. @returns How many; 0 if none came for 10 s. */
    std::size_t read(std::span<char> space);

private:
    unsigned long volatile* const registers_;
};

/** Prints texts to the console. */
void print(std::initializer_list<std::string_view> texts);

/** Memory that the program has used so far, at the peak, in bytes. */
struct peaks
{
    std::size_t heap; ///< what malloc() asked for, with its bookkeeping and its gaps
    std::size_t stack;
};
peaks memory_peaks();

/** Ends the program. @param status 0: all went well. */
[[noreturn]] void stop(int status);

} // namespace board
