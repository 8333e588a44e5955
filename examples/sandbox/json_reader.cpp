#include "json_reader.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>

#include <set>
#include <vector>

namespace sandbox {
namespace {

namespace json = boost::json;

/// Builds nothing; only watches the member names of each open object.
class duplicate_finder
{
public:
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }

    bool on_object_begin(json::error_code&)
    {
        open_.emplace_back();
        return true;
    }

    bool on_object_end(std::size_t, json::error_code&)
    {
        open_.pop_back();
        return true;
    }

    bool on_array_begin(json::error_code&) { return true; }
    bool on_array_end(std::size_t, json::error_code&) { return true; }

    bool on_key_part(json::string_view part, std::size_t, json::error_code&)
    {
        name_.append(part.data(), part.size());
        return true;
    }

    bool on_key(json::string_view part, std::size_t, json::error_code& ec)
    {
        name_.append(part.data(), part.size());
        if (!open_.back().insert(name_).second)
        {
            duplicate_ = name_;
            found_ = true;
            ec = json::error::syntax;
            return false;
        }

        name_.clear();
        return true;
    }

    bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
    bool on_string(json::string_view, std::size_t, json::error_code&) { return true; }
    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t, json::string_view, json::error_code&) { return true; }
    bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return true; }
    bool on_double(double, json::string_view, json::error_code&) { return true; }
    bool on_bool(bool, json::error_code&) { return true; }
    bool on_null(json::error_code&) { return true; }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

    [[nodiscard]] bool found() const { return found_; }
    [[nodiscard]] std::string const& duplicate() const { return duplicate_; }

private:
    std::vector<std::set<std::string>> open_;
    std::string name_;
    std::string duplicate_;
    bool found_ = false;
};

} // namespace

std::variant<json::value, json_error> read_json(std::string_view text)
{
    json::error_code ec;
    json::basic_parser<duplicate_finder> parser{json::parse_options{}};
    auto const consumed = parser.write_some(false, text.data(), text.size(), ec);

    if (parser.handler().found())
        return json_error{"the member '" + parser.handler().duplicate() + "' appears twice", consumed};

    if (ec)
        return json_error{ec.message(), consumed};

    if (consumed < text.size())
        return json_error{"text follows the document", consumed};

    auto value = json::parse(json::string_view(text.data(), text.size()), ec);
    if (ec)
        return json_error{ec.message(), consumed};

    return value;
}

} // namespace sandbox
