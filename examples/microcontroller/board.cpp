// SPDX-License-Identifier: BSL-1.0
// ARM's MPS2 board with a Cortex-M4 (AN386), as QEMU emulates it. The console is the debugger's, by semihosting.
#include "board.hpp"

#include <boost/assert/source_location.hpp>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <exception>

extern "C" {
// board.ld says where these lie.
extern std::uint32_t data_in_flash[], data_begin[], data_end[], bss_begin[], bss_end[];
extern char heap_begin[], heap_end[], stack_begin[], stack_end[];
extern void (*const constructors_begin[])();
extern void (*const constructors_end[])();
int main();
}

namespace {

constexpr std::uint32_t unused = 0xA5A5A5A5; // what the stack is filled with, to see later how much was used
char* heap_used_to = heap_begin;

// Registers of the processor's timer, which counts down from `reload` to 0.
auto const timer = reinterpret_cast<std::uint32_t volatile*>(0xE000E010);
constexpr std::uint32_t ticks_per_millisecond = 25'000; // the board's clock: 25 MHz

void start_timer()
{
    timer[1] = ticks_per_millisecond - 1;
    timer[2] = 0;
    timer[0] = 5; // on, by the processor's clock
}

/// Whether a millisecond has begun since the last look.
bool millisecond_has_passed()
{
    return (timer[0] & 1U << 16) != 0;
}

/// Waits until a register has one of some bits. @returns Whether it has before the time is over.
bool wait_for(unsigned long volatile& state, unsigned long bits, bool set, unsigned milliseconds)
{
    while (((state & bits) != 0) != set)
        if (millisecond_has_passed() && milliseconds-- == 0)
            return false;
    return true;
}

/// Asks the debugger, or QEMU, for a service.
int semihosting(int service, void const* parameter)
{
    register int r0 asm("r0") = service;
    register void const* r1 asm("r1") = parameter;
    asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

} // namespace

namespace board {

namespace uart {
// Registers of ARM's CMSDK UART, and bits of `state`.
enum { data, state, control, interrupts, baud_divisor };
constexpr unsigned long is_full = 1; // nothing can be sent
constexpr unsigned long has_byte = 2;
} // namespace uart

serial_line::serial_line(unsigned number)
    : registers_(reinterpret_cast<unsigned long volatile*>(0x40004000 + number * 0x1000))
{
    registers_[uart::baud_divisor] = 217; // 115200 baud
    registers_[uart::control] = 3; // sends and receives
}

std::size_t serial_line::write(std::string_view text)
{
    std::size_t count = 0;
    while (count != text.size() && wait_for(registers_[uart::state], uart::is_full, false, 10'000))
        registers_[uart::data] = static_cast<unsigned char>(text[count++]);
    return count;
}

std::size_t serial_line::read(std::span<char> space)
{
    std::size_t count = 0;
    while (count != space.size() && wait_for(registers_[uart::state], uart::has_byte, true, count == 0 ? 10'000 : 2))
        space[count++] = static_cast<char>(registers_[uart::data]);
    return count;
}

void print(std::initializer_list<std::string_view> texts)
{
    for (std::string_view const text : texts)
        for (char const c : text)
            semihosting(0x03, &c); // SYS_WRITEC
}

peaks memory_peaks()
{
    auto const* lowest = reinterpret_cast<std::uint32_t const*>(stack_begin);
    while (*lowest == unused)
        ++lowest;
    return {static_cast<std::size_t>(heap_used_to - heap_begin),
        static_cast<std::size_t>(stack_end - reinterpret_cast<char const*>(lowest))};
}

void stop(int status)
{
    std::uint32_t const reason[] = {0x20026, static_cast<std::uint32_t>(status)}; // the application has exited
    for (;;)
        semihosting(0x20, reason); // SYS_EXIT_EXTENDED
}

} // namespace board

namespace {

[[noreturn]] void reset()
{
    char* const used = static_cast<char*>(__builtin_frame_address(0)) - 256; // by this function
    for (char* at = stack_begin; at < used; at += sizeof unused)
        *reinterpret_cast<std::uint32_t*>(at) = unused;
    for (std::uint32_t *to = data_begin, *from = data_in_flash; to != data_end;)
        *to++ = *from++;
    for (std::uint32_t* word = bss_begin; word != bss_end; ++word)
        *word = 0;
    start_timer();
    for (auto const* constructor = constructors_begin; constructor != constructors_end; ++constructor)
        (*constructor)();
    board::stop(main());
}

} // namespace

// What the processor reads first: the stack's end, and where to begin. A fault, for which there is no vector, stops QEMU.
[[gnu::used, gnu::section(".vectors")]] void const* const vectors[] = {stack_end, reinterpret_cast<void const*>(&reset)};

extern "C" {

void* _sbrk(std::ptrdiff_t size)
{
    if (size > heap_end - heap_used_to)
    {
        errno = ENOMEM;
        return reinterpret_cast<void*>(-1);
    }
    heap_used_to += size;
    return heap_used_to - size;
}

void abort()
{
    board::stop(1);
}

// The program never returns from main(), so that no destructor of a static object is called.
void* __dso_handle = nullptr;

int __aeabi_atexit(void*, void (*)(void*), void*)
{
    return 0;
}

} // extern "C"

namespace boost {

// What Boost asks of a program without exceptions.
void throw_exception(std::exception const&, source_location const&)
{
    std::abort();
}

void throw_exception(std::exception const&)
{
    std::abort();
}

} // namespace boost
