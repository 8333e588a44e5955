// Values with a name for every step that leads to them: `filter[size][min]=1`.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/http/detail/encoding.hpp>
#include <restbind/http/detail/expansion.hpp>
#include <restbind/http/detail/value_shape.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::http::detail
{

/// A step on the way to a value of a deep object; lives on the stack.
struct deep_step
{
    deep_step const* up;
    std::string_view key; ///< a name, or the number of an element
};

/// Writes one value as a deep object. A single value in a list has `[]`; a list or an object in a
/// list has its number, by which its parts stay together.
class deep_expansion
{
public:
    deep_expansion(std::string& out, std::string_view name, expansion_rule rule) noexcept
        : out_(out)
        , name_(name)
        , rule_(rule)
    {
    }

    std::string_view problem() const noexcept { return problem_; }

    template <class T>
    void write(T const& value)
    {
        show_value(at{*this, nullptr}, value);
    }

private:
    struct at
    {
        deep_expansion& owner;
        deep_step const* here;

        void nothing() const noexcept {}
        void unusable(std::string_view why) { owner.problem_ = why; }
        void text(std::string_view value) { owner.add(here, value); }
        template <class List>
        void list(List const& value)
        {
            std::size_t index = 0;
            for (typename List::value_type const& element : value)
                show_value(element_of{owner, here, index++}, element);
        }
        template <class Object>
        void object(Object const& value)
        {
            for_each_member(value,
                [this](std::string_view key, auto const& member)
                {
                    deep_step const step{here, key};
                    show_value(at{owner, &step}, member);
                });
        }
    };

    struct element_of
    {
        deep_expansion& owner;
        deep_step const* up;
        std::size_t index;

        void nothing() const noexcept {}
        void unusable(std::string_view why) { owner.problem_ = why; }
        void text(std::string_view value)
        {
            deep_step const step{up, {}};
            owner.add(&step, value);
        }
        template <class List>
        void list(List const& value)
        {
            inside([&](at sink) { sink.list(value); });
        }
        template <class Object>
        void object(Object const& value)
        {
            inside([&](at sink) { sink.object(value); });
        }
        template <class Go>
        void inside(Go go)
        {
            std::array<char, 24> digits;
            auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), index).ptr;
            deep_step const step{
                up, {digits.data(), static_cast<std::size_t>(end - digits.data())}};
            go(at{owner, &step});
        }
    };

    void add(deep_step const* here, std::string_view text)
    {
        if (!problem_.empty())
            return;
        std::size_t const size = out_.size();
        out_.append(std::exchange(has_parts_, true) ? rule_.between : rule_.first);
        percent_encode_segment(out_, name_);
        append_steps(here);
        out_.push_back('=');
        if (utf8_prefix(text) != text.size())
            problem_ = "is not UTF-8";
        if (!problem_.empty())
            return out_.resize(size);
        if (rule_.escape == escaping::reserved)
            append_reserved(out_, text, false);
        else
            percent_encode_segment(out_, text);
    }

    void append_steps(deep_step const* here)
    {
        if (!here)
            return;
        append_steps(here->up);
        if (utf8_prefix(here->key) != here->key.size())
            problem_ = "is not UTF-8";
        out_.append("%5B");
        percent_encode_segment(out_, here->key);
        out_.append("%5D");
    }

    std::string& out_;
    std::string_view name_;
    expansion_rule rule_;
    std::string_view problem_;
    bool has_parts_ = false;
};

} // namespace restbind::http::detail
