// SPDX-License-Identifier: BSL-1.0
// Bodies that are not plain JSON, as generated operations make them: tests/golden/forms, uploads
// and bodies.
#include "golden/bodies/operations.hpp"
#include "golden/forms/operations.hpp"
#include "golden/uploads/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

namespace bodies = golden::bodies;
namespace forms = golden::forms;
namespace uploads = golden::uploads;

using texts = std::vector<std::string>;

std::string content_type(restbind::http::request const& request)
{
    return std::string(request.headers.find("Content-Type").value_or("none"));
}

/// A built request, which must be there.
restbind::http::request good(restbind::result<restbind::http::request> built)
{
    BOOST_TEST_REQUIRE(built.has_value(), (built ? "" : built.error().message()));
    return std::move(*built);
}

/// The first message of a local refusal.
std::string refusal(restbind::result<restbind::http::request> const& built)
{
    if (!built.has_error() || built.error() != restbind::error_kind::validation_failed)
        return "sent";
    auto const& errors = built.error().problem().errors;
    return errors.empty() ? "none" : errors.front().field + ": " + errors.front().message;
}

/// The heads and contents of a form's parts, with the boundary taken out.
std::string parts_of(restbind::http::request const& request)
{
    std::string const type = content_type(request);
    std::string const boundary = "--" + type.substr(type.find('=') + 1);
    std::string text = request.body;
    for (std::size_t at = text.find(boundary); at != std::string::npos; at = text.find(boundary))
        text.replace(at, boundary.size(), "#");
    return text;
}

std::string part(std::string_view name, std::string_view content, std::string_view more = {})
{
    std::string text = "#\r\nContent-Disposition: form-data; name=\"";
    text.append(name).append("\"").append(more).append("\r\n\r\n").append(content).append("\r\n");
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_bodies)

BOOST_AUTO_TEST_CASE(a_form_is_written_as_the_encoding_says)
{
    forms::Charge charge;
    charge.amount = 1999;
    charge.exact = restbind::decimal{1990, 2};
    charge.capture = false;
    charge.due = restbind::parse_date("2025-02-01");
    charge.at = restbind::parse_timestamp("2025-02-01T10:00:00+01:00");
    charge.bytes = restbind::base64_bytes{{0xFB, 0xFF}};
    charge.kind = forms::ChargeKind::card;
    charge.description = restbind::null;
    charge.raw = "[1]";
    charge.expand = texts{"customer", "data.source"};
    charge.items = {{.price = "p1", .quantity = 2}, {.price = "p2", .labels = texts{"a", "b"}}};
    charge.metadata = std::map<std::string, std::string>{{"order id", "6&7"}};
    charge.shipping = forms::ChargeShippingObject{
        .address = {.city = "K\xC3\xB6ln", .lines = texts{"1", "2"}}, .name = "Ann"};
    charge.tags = texts{"a", "b,c"};
    charge.zones = {1, 2};
    charge.words = texts{"x", "y"};
    charge.colors = texts{"red", "blue"};
    charge.point = forms::ChargePoint{.x = 1, .y = 2};
    charge.corner = forms::ChargeCorner{.left = 3, .top = 4};
    charge.limits = {5, 6};
    charge.plain = texts{"p", "q"};
    charge.address = forms::ChargeAddress{.city = "Bonn"};
    charge.created = "never sent";
    auto const request = good(forms::operations::create_charge::build(charge));
    BOOST_TEST(content_type(request) == "application/x-www-form-urlencoded");
    BOOST_TEST(
        request.body ==
        "amount=1999&exact=19.90&capture=false&due=2025-02-01&at=2025-02-01T10%3A00%3A00%2B01%3A00"
        "&bytes=%2B%2F8%3D&kind=card&description=&raw=%5B1%5D"
        "&expand%5B%5D=customer&expand%5B%5D=data.source"
        "&items%5B0%5D%5Bprice%5D=p1&items%5B0%5D%5Bquantity%5D=2&items%5B1%5D%5Bprice%5D=p2"
        "&items%5B1%5D%5Blabels%5D%5B%5D=a&items%5B1%5D%5Blabels%5D%5B%5D=b"
        "&metadata%5Border+id%5D=6%267"
        "&shipping%5Baddress%5D%5Bcity%5D=K%C3%B6ln&shipping%5Baddress%5D%5Blines%5D%5B%5D=1"
        "&shipping%5Baddress%5D%5Blines%5D%5B%5D=2&shipping%5Bname%5D=Ann"
        "&tags=a,b%2Cc&zones=1%7C2&words=x+y&colors=red&colors=blue&x=1&y=2"
        "&corner=left,3,top,4&limits=%5B5%2C6%5D&plain=p&plain=q"
        "&address=%7B%22city%22%3A%22Bonn%22%7D");
}

BOOST_AUTO_TEST_CASE(an_object_or_an_empty_text_may_be_the_empty_text)
{
    forms::Charge charge;
    charge.amount = 1;
    charge.metadata = forms::EmptyString::empty;
    BOOST_TEST(good(forms::operations::create_charge::build(charge)).body == "amount=1&metadata=");
}

BOOST_AUTO_TEST_CASE(a_form_is_validated_before_it_is_sent)
{
    forms::Charge charge;
    BOOST_TEST(refusal(forms::operations::create_charge::build(charge)) ==
               "amount: Amount must be greater than or equal to 1");
    charge.amount = 1;
    charge.items = {{.price = "12345678901"}};
    BOOST_TEST(refusal(forms::operations::create_charge::build(charge)) ==
               "items[0].price: Price must have at most 10 character(s)");
}

BOOST_AUTO_TEST_CASE(a_form_beside_parameters_may_be_left_out_and_keeps_further_members)
{
    forms::ReplaceTokenParameters request{.id = "7"};
    BOOST_TEST(good(forms::operations::replace_token::build(request)).body == "");
    BOOST_TEST(content_type(good(forms::operations::replace_token::build(request))) == "none");
    request.body = forms::ReplaceTokenRequest{
        .scope = "s", .additional_properties = {{"a", 1}, {"b", {{"c", true}}}}};
    auto const sent = good(forms::operations::replace_token::build(request));
    BOOST_TEST(sent.target == "/tokens/7");
    BOOST_TEST(sent.body == "scope=s&a=1&b=%7B%22c%22%3Atrue%7D");
    request.body->scope.clear();
    BOOST_TEST(refusal(forms::operations::replace_token::build(request)) ==
               "scope: Scope must have at least 1 character(s)");
}

BOOST_AUTO_TEST_CASE(open_maps_and_alternatives_are_forms_too)
{
    BOOST_TEST(
        good(forms::operations::send_open::build(boost::json::object{{"a", 1.5}, {"b", nullptr}}))
            .body == "a=1.5&b=");
    forms::SendLabelsRequest const labels{{"a", {"1", "2"}}, {"b", {}}};
    BOOST_TEST(good(forms::operations::send_labels::build(labels)).body == "a=1&a=2");
    forms::SendEitherRequest const either =
        forms::SendEitherRequestOption2{.refresh = "r", .seconds = 5};
    BOOST_TEST(good(forms::operations::send_either::build(either)).body == "refresh=r&seconds=5");
}

BOOST_AUTO_TEST_CASE(an_upload_is_made_of_parts_as_the_encoding_says)
{
    uploads::Upload upload;
    upload.attributes = {.name = "n", .size = 3};
    upload.file = {.content = "\x89PNG\r\n\xFF", .name = "a.png"};
    upload.picture =
        restbind::file{.content = "P", .content_type = "image/jpeg", .headers = {{"X-Width", "8"}}};
    upload.thumbnail = restbind::file{.content = "T"};
    upload.anything = restbind::file{.content = "A"};
    upload.encoded = restbind::base64_bytes{{1}};
    upload.notes = "# N";
    upload.count = 9;
    upload.flag = true;
    upload.note = restbind::null;
    upload.labels = texts{"a", "b"};
    upload.points = {{.x = 1}, {.x = 2}};
    upload.matrix = {{1, 2}, {3}};
    upload.options = uploads::UploadOptions{.mode = "m", .levels = {{1, 2}}};
    upload.meta = std::map<std::string, std::string>{{"k", "v"}};
    upload.stored = "never sent";
    auto const request = good(uploads::operations::upload_file::build(upload));
    std::string const octets = "\r\nContent-Type: application/octet-stream";
    std::string const json = "\r\nContent-Type: application/json";
    BOOST_TEST(parts_of(request) ==
               part("attributes", R"({"name":"n","size":3})",
                   "\r\nContent-Type: application/vnd.shop+json") +
                   part("file", "\x89PNG\r\n\xFF", "; filename=\"a.png\"" + octets) +
                   part("picture", "P",
                       "; filename=\"picture\"\r\nContent-Type: image/jpeg\r\nX-Kind: "
                       "original\r\nX-Width: 8") +
                   part("thumbnail", "T", "; filename=\"thumbnail\"\r\nContent-Type: image/png") +
                   part("anything", "A", "; filename=\"anything\"" + octets) +
                   part("encoded", "AQ==", octets) +
                   part("notes", "# N", "\r\nContent-Type: text/markdown") + part("count", "9") +
                   part("flag", "true") + part("note", "") + part("labels", "a") +
                   part("labels", "b") + part("points", R"({"x":1})", json) +
                   part("points", R"({"x":2})", json) + part("matrix", "[[1,2],[3]]", json) +
                   part("options[mode]", "m") + part("options[levels][]", "1") +
                   part("options[levels][]", "2") + part("meta", R"({"k":"v"})", json) + "#--\r\n");
}

BOOST_AUTO_TEST_CASE(an_upload_is_validated_before_it_is_sent)
{
    uploads::Upload upload;
    upload.attributes.name = "n";
    upload.file.content = std::string(1000, '\xFF');
    BOOST_TEST(refusal(uploads::operations::upload_file::build(upload)) == "sent");
    upload.file.content += 'x';
    BOOST_TEST(refusal(uploads::operations::upload_file::build(upload)) ==
               "file: File must have at most 1000 byte(s)");
    upload.file.content.clear();
    upload.attributes.name.clear();
    BOOST_TEST(refusal(uploads::operations::upload_file::build(upload)) ==
               "attributes.name: Name must have at least 1 character(s)");
    uploads::AddPartsParameters parts{.id = "7", .body = uploads::AddPartsRequest{}};
    parts.body->parts.emplace();
    BOOST_TEST(refusal(uploads::operations::add_parts::build(parts)) ==
               "parts: Parts must have at least 1 element(s)");
    parts.body->parts = {{.content = "1"}, {.content = "2"}};
    BOOST_TEST(parts_of(good(uploads::operations::add_parts::build(parts))).size() > 100U);
}

BOOST_AUTO_TEST_CASE(a_form_that_may_hold_a_file_is_one_of_several_parts)
{
    uploads::Photo photo{.photo = std::string("id-of-a-photo")};
    BOOST_TEST(parts_of(good(uploads::operations::send_photo::build(photo))) ==
               part("photo", "id-of-a-photo") + "#--\r\n");
    photo.photo = restbind::file{.content = "P", .name = "p"};
    photo.more = std::vector<uploads::File>{{.content = "1"}, {.content = "2"}};
    std::string const octets = "\r\nContent-Type: application/octet-stream";
    BOOST_TEST(parts_of(good(uploads::operations::send_photo::build(photo))) ==
               part("photo", "P", "; filename=\"p\"" + octets) +
                   part("more", "1", "; filename=\"more\"" + octets) +
                   part("more", "2", "; filename=\"more\"" + octets) + "#--\r\n");
}

BOOST_AUTO_TEST_CASE(files_by_name_and_open_objects_are_parts_too)
{
    uploads::UploadAnyRequest const any{{"a", {.content = "1"}}};
    BOOST_TEST(
        parts_of(good(uploads::operations::upload_any::build(any))) ==
        part("a", "1", "; filename=\"a\"\r\nContent-Type: application/octet-stream") + "#--\r\n");
    boost::json::object const open{{"a", "t"}, {"b", {1, 2}}, {"c", {{"d", 1}}}};
    BOOST_TEST(parts_of(good(uploads::operations::upload_open::build(open))) ==
               part("a", "t") + part("b", "1") + part("b", "2") +
                   part("c", R"({"d":1})", "\r\nContent-Type: application/json") + "#--\r\n");
}

BOOST_AUTO_TEST_CASE(texts_are_sent_as_they_are_and_checked)
{
    auto const text = good(bodies::operations::send_text::build("a\nb"));
    BOOST_TEST(text.body == "a\nb");
    BOOST_TEST(content_type(text) == "text/plain");
    BOOST_TEST(refusal(bodies::operations::send_text::build("")) ==
               ": Body must have at least 1 character(s)");
    auto const table = good(bodies::operations::send_csv::build("a,b\r\n"));
    BOOST_TEST(content_type(table) == "text/csv; charset=utf-8");
    BOOST_TEST(bodies::operations::send_csv::build("\xFF").has_error());
    BOOST_TEST(good(bodies::operations::send_number::build(3)).body == "3");
    BOOST_TEST(refusal(bodies::operations::send_number::build(2)) ==
               ": Body must be greater than or equal to 3");
    BOOST_TEST(
        content_type(good(bodies::operations::send_document::build("<a/>"))) == "application/xml");
}

BOOST_AUTO_TEST_CASE(bytes_are_sent_as_they_are_and_checked)
{
    std::string const bytes("\0\xFF\r\n", 4);
    auto const request = good(bodies::operations::send_bytes::build({.content = bytes}));
    BOOST_TEST((request.body == bytes));
    BOOST_TEST(content_type(request) == "application/octet-stream");
    BOOST_TEST(refusal(bodies::operations::send_bytes::build({.content = "12345"})) ==
               ": Body must have at most 4 byte(s)");
    BOOST_TEST(content_type(good(bodies::operations::send_picture::build({.content = bytes}))) ==
               "image/png");
    restbind::file const webp{.content = bytes, .content_type = "image/webp"};
    BOOST_TEST(content_type(good(bodies::operations::send_image::build(webp))) == "image/webp");
    BOOST_TEST(bodies::operations::send_image::build({.content = bytes}).error().detail() ==
               "the body needs a content_type: the operation describes only image/*");
    BOOST_TEST(bodies::operations::send_any::build({.content = bytes}).has_error());
    BOOST_TEST(bodies::operations::send_mixed::build({.content = bytes}).has_error());
    BOOST_TEST(content_type(good(bodies::operations::replace_bytes::build({.id = 1}))) == "none");
}

BOOST_AUTO_TEST_CASE(a_file_under_the_name_of_json_is_no_json_text)
{
    auto const request = good(bodies::operations::save_export::build({.content = R"({"a":1})"}));
    BOOST_TEST(request.body == R"({"a":1})");
    BOOST_TEST(content_type(request) == "application/json");
    BOOST_TEST(refusal(bodies::operations::save_export::build({.content = R"({"a":1234})"})) ==
               ": Body must have at most 9 byte(s)");
    restbind::http::response response;
    response.status = 200;
    response.content_type = "application/json; charset=utf-8";
    response.body = R"({"a":1})";
    auto const loaded = bodies::operations::load_export::read(std::move(response));
    BOOST_TEST_REQUIRE(loaded.has_value());
    BOOST_TEST(loaded->text() == R"({"a":1})");
}

BOOST_AUTO_TEST_CASE(kinds_of_json_are_sent_under_their_names_and_json_is_preferred)
{
    BOOST_TEST(content_type(good(bodies::operations::send_note::build({.text = "t"}))) ==
               "application/json");
    BOOST_TEST(content_type(good(bodies::operations::send_any_note::build({.text = "t"}))) ==
               "application/json");
    BOOST_TEST(content_type(good(bodies::operations::merge_note::build({.text = "t"}))) ==
               "application/merge-patch+json");
    auto const version = good(bodies::operations::send_version::build({.text = "t"}));
    BOOST_TEST(content_type(version) == "application/json; version=2");
    BOOST_TEST(version.content_type == "application/json");
    auto const patch =
        good(bodies::operations::patch_note::build({{.op = "remove", .path = "/a"}}));
    BOOST_TEST(content_type(patch) == "application/json-patch+json");
    BOOST_TEST(patch.body == R"([{"op":"remove","path":"/a"}])");
    BOOST_TEST(refusal(bodies::operations::patch_note::build(bodies::PatchNoteRequest())) ==
               ": Body must have at least 1 element(s)");
}

BOOST_AUTO_TEST_CASE(null_deletes_a_member_in_a_merge_patch)
{
    auto const sent = [](bodies::NoteChange const& change)
    { return good(bodies::operations::merge_note::build(change)).body; };
    BOOST_TEST(sent({.text = restbind::null}) == R"({"text":null})");
    BOOST_TEST(sent({.about = {{.by = restbind::null}}, .labels = {{{"a", std::nullopt}}}}) ==
               R"({"about":{"by":null},"labels":{"a":null}})");
    BOOST_TEST(sent({}) == "{}");
    BOOST_TEST(refusal(bodies::operations::merge_note::build({.text = ""})) ==
               "text: Text must have at least 1 character(s)");
    BOOST_TEST(refusal(bodies::operations::merge_note::build({.labels = {{{"a", "b"}}}})) !=
               "sent");
}

BOOST_AUTO_TEST_CASE(an_optional_body_can_be_left_out)
{
    auto const without = good(bodies::operations::send_maybe::build(restbind::no_body));
    BOOST_TEST(without.body == "");
    BOOST_TEST(content_type(without) == "none");
    BOOST_TEST(without.target == "/optional");
    BOOST_TEST(
        good(bodies::operations::send_maybe::build({.text = "t"})).body == R"({"text":"t"})");
    BOOST_TEST(refusal(bodies::operations::send_maybe::build({})) ==
               "text: Text must have at least 1 character(s)");
    BOOST_TEST(content_type(good(bodies::operations::send_maybe_text::build(restbind::no_body))) ==
               "none");
}

BOOST_AUTO_TEST_SUITE_END()
