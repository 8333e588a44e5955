// SPDX-License-Identifier: BSL-1.0
#include "json_reader.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>

#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandbox {
namespace {

namespace json = boost::json;

/** Builds the document, and watches the member names of each open object.

    Numbers with a fraction are read from their text: Boost.JSON 1.81 itself gets the last place of some wrong.
*/
class document_builder
{
public:
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    document_builder() { stack_.reset(); }

    bool on_document_begin(boost::system::error_code&) { return true; }
    bool on_document_end(boost::system::error_code&) { return true; }

    bool on_object_begin(boost::system::error_code&)
    {
        open_.emplace_back();
        return true;
    }

    bool on_object_end(std::size_t size, boost::system::error_code&)
    {
        open_.pop_back();
        stack_.push_object(size);
        return true;
    }

    bool on_array_begin(boost::system::error_code&) { return true; }

    bool on_array_end(std::size_t size, boost::system::error_code&)
    {
        stack_.push_array(size);
        return true;
    }

    bool on_key_part(json::string_view part, std::size_t, boost::system::error_code&)
    {
        text_.append(part.data(), part.size());
        return true;
    }

    bool on_key(json::string_view part, std::size_t, boost::system::error_code& ec)
    {
        text_.append(part.data(), part.size());
        if (!open_.back().insert(text_).second)
        {
            duplicate_ = text_;
            ec = json::error::syntax;
            return false;
        }

        stack_.push_key(text_);
        text_.clear();
        return true;
    }

    bool on_string_part(json::string_view part, std::size_t, boost::system::error_code&)
    {
        text_.append(part.data(), part.size());
        return true;
    }

    bool on_string(json::string_view part, std::size_t, boost::system::error_code&)
    {
        text_.append(part.data(), part.size());
        stack_.push_string(text_);
        text_.clear();
        return true;
    }

    bool on_number_part(json::string_view part, boost::system::error_code&)
    {
        text_.append(part.data(), part.size());
        return true;
    }

    bool on_int64(std::int64_t number, json::string_view, boost::system::error_code&)
    {
        text_.clear();
        stack_.push_int64(number);
        return true;
    }

    bool on_uint64(std::uint64_t number, json::string_view, boost::system::error_code&)
    {
        text_.clear();
        stack_.push_uint64(number);
        return true;
    }

    bool on_double(double number, json::string_view part, boost::system::error_code&)
    {
        text_.append(part.data(), part.size());
        double exact = 0;
        auto const [end, failure] = std::from_chars(text_.data(), text_.data() + text_.size(), exact);
        // Out of range: what Boost.JSON makes of it, infinity or zero, is as good.
        bool const whole = failure == std::errc() && end == text_.data() + text_.size();
        stack_.push_double(whole ? exact : number);
        text_.clear();
        return true;
    }

    bool on_bool(bool value, boost::system::error_code&)
    {
        stack_.push_bool(value);
        return true;
    }

    bool on_null(boost::system::error_code&)
    {
        stack_.push_null();
        return true;
    }

    bool on_comment_part(json::string_view, boost::system::error_code&) { return true; }
    bool on_comment(json::string_view, boost::system::error_code&) { return true; }

    /// The name that appeared twice in one object.
    [[nodiscard]] std::optional<std::string> const& duplicate() const { return duplicate_; }

    /// Once the document is complete.
    [[nodiscard]] json::value release() { return stack_.release(); }

private:
    json::value_stack stack_;
    std::vector<std::set<std::string>> open_;
    std::string text_;
    std::optional<std::string> duplicate_;
};

} // namespace

std::variant<json::value, json_error> read_json(std::string_view text)
{
    boost::system::error_code ec;
    json::basic_parser<document_builder> parser{json::parse_options{}};
    auto const consumed = parser.write_some(false, text.data(), text.size(), ec);

    if (auto const& name = parser.handler().duplicate())
        return json_error{"the member '" + *name + "' appears twice", consumed};

    if (ec)
        return json_error{ec.message(), consumed};

    if (consumed < text.size())
        return json_error{"text follows the document", consumed};

    return parser.handler().release();
}

} // namespace sandbox
