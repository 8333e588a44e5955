// SPDX-License-Identifier: BSL-1.0
// What a generated command line is made of: options, profiles, secrets, what is printed.
#include <restbind/cli/program.hpp>
#include <restbind/cli/table.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace cli = restbind::cli;

constexpr std::string_view secrets[]{"client_secret", "token"};

namespace shop
{

struct line
{
    std::int64_t item = 0;
    bool gift = false;
    std::optional<std::string> note{};
};
BOOST_DESCRIBE_STRUCT(line, (), (item, gift, note))

constexpr std::array<restbind::member, 3> restbind_members(line const*) noexcept
{
    return {{{"item", restbind::presence::required}, {"gift", restbind::presence::required},
        {"note", restbind::presence::optional}}};
}

struct order
{
    std::string name{};
    std::optional<double> weight{};
    restbind::decimal price{};
    std::optional<restbind::date> day{};
    std::vector<std::int64_t> numbers{};
    std::vector<line> lines{};
};

struct request
{
    std::optional<order> body{};
};

} // namespace shop

namespace
{

using shop::line;
using shop::order;

class folder
{
public:
    folder()
    {
        char name[] = "/tmp/restbind-cli-XXXXXX";
        path_ = ::mkdtemp(name);
    }
    ~folder() { std::filesystem::remove_all(path_); }
    folder(folder const&) = delete;

    std::string put(std::string const& text, ::mode_t mode) const
    {
        std::string const file = path_ + "/file";
        std::ofstream(file) << text;
        ::chmod(file.c_str(), mode);
        return file;
    }

private:
    std::string path_;
};

std::string printed(std::string_view json, cli::output_form form)
{
    std::ostringstream out;
    cli::print_value(out, cli::detail::node_reader(json).read(), form);
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(a_command_line)

BOOST_AUTO_TEST_CASE(a_text_becomes_the_value_of_a_member)
{
    order made;
    BOOST_TEST((cli::set<&order::name>(&made, "true").has_value()));
    BOOST_TEST((cli::set<&order::weight>(&made, "1.5").has_value()));
    BOOST_TEST((cli::set<&order::price>(&made, "9.00").has_value()));
    BOOST_TEST((cli::set<&order::day>(&made, "2027-01-15").has_value()));
    BOOST_TEST((cli::set<&order::numbers>(&made, "4").has_value()));
    BOOST_TEST((cli::set<&order::numbers>(&made, "5").has_value()));
    BOOST_TEST(made.name == "true");
    BOOST_TEST(made.weight.value() == 1.5);
    BOOST_TEST(made.price.to_string() == "9.00");
    BOOST_TEST(made.day.has_value());
    BOOST_TEST((made.numbers == std::vector<std::int64_t>{4, 5}));
}

BOOST_AUTO_TEST_CASE(a_text_of_another_type_is_told)
{
    order made;
    auto const done = cli::set<&order::numbers>(&made, "many");
    BOOST_REQUIRE(!done.has_value());
    BOOST_TEST(done.error().detail() == "expected an integer, found a string");
}

BOOST_AUTO_TEST_CASE(a_member_of_a_body_that_may_be_missing_makes_the_body)
{
    shop::request made;
    BOOST_TEST((cli::set<&shop::request::body, &order::name>(&made, "A").has_value()));
    BOOST_TEST(made.body.value().name == "A");
}

BOOST_AUTO_TEST_CASE(an_element_stands_in_one_text)
{
    using lines = cli::list<&order::lines>;
    constexpr auto add = &lines::add<2, &line::item, &line::gift, &line::note>;
    order made;
    BOOST_TEST(add(&made, "7:yes").has_value());
    BOOST_TEST(add(&made, "8:false:a note: with colons").has_value());
    BOOST_TEST(add(&made, R"({"item":9,"gift":true})").has_value());
    BOOST_REQUIRE(made.lines.size() == 3);
    BOOST_TEST(made.lines[0].gift);
    BOOST_TEST(made.lines[1].note.value() == "a note: with colons");
    BOOST_TEST(made.lines[2].item == 9);
    made.lines.clear();
    BOOST_TEST(add(&made, "7").has_value());
    BOOST_TEST(made.lines.back().gift); // a boolean that is left out
    constexpr auto add_with_note = &lines::add<2, &line::item, &line::note>;
    auto const done = add_with_note(&made, "7");
    BOOST_REQUIRE(!done.has_value());
    BOOST_TEST(done.error().detail() == "has 1 of the 2 parts that it needs");
    BOOST_TEST(add(&made, "7:perhaps").error().detail() == "is neither true nor false");
}

BOOST_AUTO_TEST_CASE(a_profile_has_its_lines_and_those_above_all)
{
    folder const here;
    auto const path = here.put("# for all\nbase_url = http://a\n[one]\ntenant = x\n[two]\ntenant = y\n", 0600);
    auto const found = cli::read_profile(path, "two", secrets);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST((*found == cli::settings{{"base_url", "http://a"}, {"tenant", "y"}}));
    BOOST_TEST(cli::read_profile(path, "default", secrets).value().size() == 1u);
    BOOST_TEST(cli::read_profile(path, "three", secrets).error().detail().find("no profile `three`") == 9u);
}

BOOST_AUTO_TEST_CASE(a_folder_in_the_place_of_profiles_is_told)
{
    folder const here;
    auto const file = here.put("tenant = x\n", 0600);
    auto const path = file.substr(0, file.rfind('/'));
    auto const found = cli::read_profile(path, "default", secrets);
    BOOST_REQUIRE(!found.has_value());
    BOOST_TEST(found.error().detail() == path + " cannot be read");
    BOOST_TEST(cli::read_profile(path + "/none", "default", secrets).has_value());
}

constexpr restbind::http::api_key_scheme key_scheme("headerKey", restbind::location::header, "X-Key");
constexpr restbind::http::basic_scheme login_scheme("login");
constexpr restbind::http::bearer_scheme token_scheme("partner");
constexpr cli::credential credentials[]{{"header_key", "headerKey", false, &cli::give<&key_scheme>},
    {"login", "login", true, &cli::give<&login_scheme>}};
constexpr cli::program shop_program{.name = "shop-program", .version = "1", .about = "", .base_url = "", .credentials = credentials};

/** The text that a client is given for an operation that accepts any of these. */
template <class... Alternative>
std::string given_credentials(cli::settings known, Alternative... accepted)
{
    static constexpr cli::command call{};
    cli::invocation given{.of = shop_program, .what = call, .known = std::move(known)};
    restbind::http::security_requirement const all[]{accepted...};
    restbind::net::client_options options;
    if (auto const done = cli::detail::give_credentials(given, all, options); !done)
        return done.error().detail();
    std::string text = cli::detail::curl_credentials(given, all) + (options.anonymous ? " anonymous" : "");
    for (auto const& one : options.security.prepare().value())
        text.append("; ").append(one.wire.reveal());
    if (!options.tokens.access_token.empty())
        text.append("; token ").append(options.tokens.access_token.reveal());
    return text;
}

BOOST_AUTO_TEST_CASE(keys_and_passwords_come_from_the_environment_or_a_private_file)
{
    using wanted = restbind::http::security_requirement;
    folder const here;
    cli::settings const file{{"header_key_file", here.put("k1\n", 0600)}};
    BOOST_TEST(given_credentials(file, wanted(&key_scheme)) == " -H \"X-Key: $SHOP_PROGRAM_HEADER_KEY\"; X-Key: k1\r\n");
    // The first alternative for which everything is there.
    BOOST_TEST(given_credentials(file, wanted(&login_scheme), wanted(&key_scheme))
        == " -H \"X-Key: $SHOP_PROGRAM_HEADER_KEY\"; X-Key: k1\r\n");
    BOOST_TEST(given_credentials({}, wanted(), wanted(&key_scheme)) == " anonymous");
    BOOST_TEST(given_credentials({}, wanted(&login_scheme)) == "no login_user: give --login-user, or login_user in a profile");
    BOOST_TEST(given_credentials({{"login_user", "ann"}, {"login_file", here.put("p\n", 0600)}}, wanted(&login_scheme))
        == " -u \"$SHOP_PROGRAM_LOGIN_USER:$SHOP_PROGRAM_LOGIN\"; Authorization: Basic YW5uOnA=\r\n");
    BOOST_TEST(given_credentials({{"header_key_file", here.put("k1\n", 0644)}}, wanted(&key_scheme)).starts_with("others may read"));
    here.put("k1\n", 0600);
    ::setenv("SHOP_PROGRAM_TOKEN", "t1", 1);
    BOOST_TEST(given_credentials(file, wanted(&token_scheme, &key_scheme))
        == " -H \"Authorization: Bearer $SHOP_PROGRAM_TOKEN\" -H \"X-Key: $SHOP_PROGRAM_HEADER_KEY\"; X-Key: k1\r\n; token t1");
    ::unsetenv("SHOP_PROGRAM_TOKEN");
}

BOOST_AUTO_TEST_CASE(a_viewer_need_not_read_all_of_a_picture)
{
    std::vector<unsigned char> const picture(1U << 20U); // more than a pipe holds
    BOOST_TEST(cli::detail::view_picture("exec head -c 8 >/dev/null", picture));
    BOOST_TEST(!cli::detail::view_picture("exit 3", picture));
}

BOOST_AUTO_TEST_CASE(a_picture_is_sent_to_a_terminal_in_pieces)
{
    std::string const base64(5000, 'A');
    std::ostringstream kitty;
    cli::detail::show_picture(kitty, cli::detail::picture_protocol::kitty, base64);
    BOOST_TEST(kitty.str()
        == "\x1b_Ga=T,f=100,m=1;" + base64.substr(0, 4096) + "\x1b\\\x1b_Gm=0;" + base64.substr(4096) + "\x1b\\\n");
    std::ostringstream iterm;
    cli::detail::show_picture(iterm, cli::detail::picture_protocol::iterm, "AAAA");
    BOOST_TEST(iterm.str() == "\x1b]1337;File=inline=1:AAAA\a\n");
}

BOOST_AUTO_TEST_CASE(a_profile_holds_no_secret)
{
    folder const here;
    auto const path = here.put("client_secret = hush\n", 0600);
    auto const found = cli::read_profile(path, "default", secrets);
    BOOST_REQUIRE(!found.has_value());
    BOOST_TEST(found.error().detail().find("a secret does not stand here") != std::string::npos);
    BOOST_TEST(found.error().detail().find("hush") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_secret_is_read_from_a_file_that_nobody_else_reads)
{
    folder const here;
    BOOST_TEST(cli::read_secret_file(here.put("hush\n", 0600)).value().reveal() == "hush");
    BOOST_TEST(!cli::read_secret_file(here.put("hush\n", 0640)).has_value());
    BOOST_TEST(!cli::read_secret_file(here.put("hush\n", 0604)).has_value());
}

BOOST_AUTO_TEST_CASE(numbers_and_texts_are_printed_as_they_came)
{
    std::string const json = R"({"a":9.00,"b":"x\"],\\","c":[{"d":1e400},{"d":null}],"e":{},"f":[]})";
    BOOST_TEST(printed(json, cli::output_form::ndjson) == json + "\n");
    BOOST_TEST(printed(R"({"a":[1.10,{}]})", cli::output_form::json)
        == "{\n  \"a\": [\n    1.10,\n    {}\n  ]\n}\n");
    BOOST_TEST(printed(R"([{"id":1},{"id":2}])", cli::output_form::ndjson) == "{\"id\":1}\n{\"id\":2}\n");
}

BOOST_AUTO_TEST_CASE(a_table_has_a_column_for_each_member_and_no_control_characters)
{
    BOOST_TEST(printed(R"({"list":[{"id":1,"at":{"x":2.50}},{"id":22,"name":"a\u001b[2J"}]})",
                   cli::output_form::table)
        == "id  at.x  name\n1   2.50  \n22        a [2J\n");
}

BOOST_AUTO_TEST_CASE(a_word_of_a_shell_is_quoted)
{
    BOOST_TEST(cli::shell_word("it's $HOME") == "'it'\\''s $HOME'");
}

BOOST_AUTO_TEST_CASE(an_unknown_outcome_goes_before_the_kind)
{
    restbind::error why(restbind::error_kind::timed_out);
    BOOST_TEST(cli::status_of(why) == cli::timed_out);
    why.with_outcome_unknown();
    BOOST_TEST(cli::status_of(why) == cli::outcome_unknown);
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_whole_is_told_once)
{
    restbind::error why(restbind::error_kind::client_error);
    restbind::problem_details said;
    said.detail = "The cart is closed";
    restbind::detail::fill(why).with_status(400).with_problem(said).with_violations({{.message = said.detail}});
    std::ostringstream out;
    cli::print_error(out, "shop", why);
    BOOST_TEST(out.str() == "shop: refused (400): The cart is closed\nTold by the service.\n");
}

BOOST_AUTO_TEST_CASE(an_option_without_help_that_is_missing_is_told_by_its_name)
{
    constexpr cli::option id{"--id", "INTEGER", "", nullptr, true};
    cli::command const get{"get", "", "", {&id, 1}, nullptr};
    cli::program const shop{"shop", "1", "", ""};
    cli::invocation const given{.of = shop, .what = get, .texts = {{}}};
    std::ostringstream out;
    auto* const before = std::cerr.rdbuf(out.rdbuf());
    auto const status = cli::detail::fill(given, nullptr);
    std::cerr.rdbuf(before);
    BOOST_TEST(status == cli::misused);
    BOOST_TEST(out.str() == "shop: get cannot be sent:\n  --id INTEGER is missing\n");
}

BOOST_AUTO_TEST_SUITE_END()
