# SPDX-License-Identifier: BSL-1.0
"""The options file: its keys, what is wrong with it, and what the command line says against it."""

import contextlib
import textwrap

from tests.generator.documents import HEAD
from tests.generator.test_cli import Case, contents, run

from restbind import arguments, options
from restbind.diagnostics import Diagnostics

SHOP = (
    HEAD
    + """paths:
  /carts:
    get:
      operationId: getCart
      tags: [pets]
      parameters: [{name: q, in: query, schema: {type: string}}]
      responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Cart"}}}}}
components:
  schemas:
    Cart: {type: object, properties: {no: {type: integer}, id: {type: string, format: uuid}, wait: {$ref: "#/components/schemas/Wait"}}}
    Wait: {type: integer}
"""
)
OVERLAY = "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: [{target: $.info, update: {version: '%s'}}]\n"


class OptionsCase(Case):
    def setUp(self):
        super().setUp()
        self.write(SHOP)
        self.file = self.folder / "restbind.yaml"
        self.says("")

    def says(
        self, more, head="spec: spec.yaml\nout: include/shop/v1\nnamespace: shop::v1\nquiet: true\n"
    ):
        self.file.write_text(head + textwrap.dedent(more), encoding="utf-8")

    def here(self, *given):
        with contextlib.chdir(self.folder):
            return run(*given)

    def header(self, name):
        return (self.out / name).read_text(encoding="utf-8")


class Keys(OptionsCase):
    def test_every_option_of_a_command_that_reads_a_document_has_its_key(self):
        keys = {options.key_of(action): action.dest for action in arguments.keys()}
        commands = [
            one
            for one in arguments.commands_of(arguments.command_line())
            if "--options" in one.format_help()
        ]
        self.assertEqual(len(commands), 8)
        for command in commands:
            for action in command._actions:
                if action.option_strings and action.dest not in ("help", "options"):
                    # of a file, `out` is never the folder of a site
                    named = keys if action.dest == "site" else keys.values()
                    self.assertIn("out" if action.dest == "site" else action.dest, named)
        self.assertLessEqual(
            {
                "spec",
                "out",
                "namespace",
                "overlays",
                "reading",
                "split",
                "formats",
                "strict",
                "report",
            },
            keys.keys(),
        )
        self.assertNotIn("overlay", keys)

    def test_every_key_may_be_given(self):
        for action in arguments.keys():
            name, is_flag = options.key_of(action), action.nargs == 0
            value = (
                "true"
                if is_flag
                else "[a]"
                if name.endswith("overlays")
                else f"'{next(iter(action.choices or ['a']))}'"
            )
            diagnostics = Diagnostics()
            self.says(f"{name}: {value}\n", head="")
            found = options.read(str(self.file), arguments.keys(), diagnostics)
            self.assertEqual((diagnostics.text(), list(found.values)), ("", [action.dest]))

    def test_what_is_wrong_with_it_is_told_with_its_place(self):
        for line, message in (
            ("splitt: tag", "5:1: error RB075: `splitt` is no option of restbind"),
            ("split: tags", "5:8: error RB075: `split` must be auto, tag or none, not `tags`"),
            ("strict: 'yes'", "5:9: error RB075: `strict` must be true or false, not a string"),
            ("overlays: ours.yaml", "5:11: error RB075: `overlays` must be a list, not a string"),
            ("report: 7", "5:9: error RB075: `report` must be a string, not `7`"),
            ("names: [a]", "5:8: error RB075: `names` must be an object, not a list"),
            ("names: {Cart: 7}", "5:15: error RB075: `Cart` in `names` must be a name, not `7`"),
            (
                "types: {uuid: a}",
                "5:15: error RB075: `uuid` in `types` must be an object with `name` and `header`, not a string",
            ),
        ):
            self.says(line + "\n")
            status, out, err = self.here("generate")
            self.assertEqual(
                (status, out, err.splitlines()[0]), (2, "", f"restbind.yaml:{message}")
            )
            self.assertFalse(self.out.exists())
        self.says("splitt: tag\n")
        self.assertIn("  hint: did you mean `split`?\n", self.here("generate")[2])
        self.file.write_text("- a\n", encoding="utf-8")
        self.assertIn("a file of options is an object, not a list", self.here("lint")[2])
        self.file.write_text("a: [\n", encoding="utf-8")
        self.assertEqual(self.here("lint")[0], 2)
        status, _, err = self.here("lint", "--options", "none.yaml")
        self.assertEqual(
            (status, err.splitlines()[0]),
            (2, "none.yaml: error RB001: the file cannot be read: No such file or directory"),
        )


class Precedence(OptionsCase):
    def test_a_command_without_a_document_reads_the_file_of_its_folder(self):
        self.assertEqual(self.here("generate"), (0, "", ""))
        self.assertIn("namespace shop::v1::", self.header("models.hpp"))
        self.assertEqual(self.here("check"), (0, "", ""))
        self.assertEqual(self.here("assumptions"), (0, "", ""))
        self.assertEqual(
            self.here("lint")[:2], (0, "spec.yaml: 1 operation, 2 models, 0 enums, 1 alias\n")
        )
        self.assertTrue(
            self.here("explain", "#/components/schemas/Cart")[1].startswith(
                "#/components/schemas/Cart (spec.yaml:"
            )
        )

    def test_a_document_on_the_command_line_leaves_it_aside(self):
        self.assertEqual(
            self.here("generate", "spec.yaml", "--out", "other", "--namespace", "a", "--quiet"),
            (0, "", ""),
        )
        self.assertFalse(self.out.exists())
        self.file.unlink()
        self.assertIn(
            "the following arguments are required: SPEC, --out, --namespace",
            self.here("generate")[2],
        )
        self.assertEqual(
            self.here("explain", "#/a")[2],
            "restbind: `#/a` is no code of a finding; there is no restbind.yaml that names the document\n",
        )

    def test_it_may_be_elsewhere_and_its_paths_are_its_own(self):
        self.says("overlays: [ours.yaml]\n")
        (self.folder / "ours.yaml").write_text(OVERLAY % "7", encoding="utf-8")
        self.assertEqual(run("generate", "--options", self.file), (0, "", ""))
        self.assertIn('api_version = "7"', self.header("version.hpp"))

    def test_the_command_line_comes_first(self):
        (self.folder / "ours.yaml").write_text(OVERLAY % "7", encoding="utf-8")
        (self.folder / "other.yaml").write_text(OVERLAY % "8", encoding="utf-8")
        self.says("strict: true\nsplit: tag\noverlays: [ours.yaml]\nreading: lenient\n")
        self.write(SHOP.replace("no: {", "no: {minLength: 3, "))
        self.assertEqual(self.here("generate")[0], 1)
        self.assertEqual(
            self.here(
                "generate",
                "--no-strict",
                "--split",
                "none",
                "--namespace",
                "other",
                "--overlay",
                "other.yaml",
            )[0],
            0,
        )
        self.assertFalse((self.out / "models").exists())
        self.assertIn("namespace other::", self.header("models.hpp"))
        self.assertIn('api_version = "8"', self.header("version.hpp"))
        self.assertIn("reading::lenient", self.header("operations.hpp"))

    def test_check_finds_the_file_and_what_the_command_line_said_against_it(self):
        self.says("split: tag\nnames: {Cart: Basket}\n")
        self.assertEqual(self.here("generate", "--namespace", "other"), (0, "", ""))
        self.assertEqual(
            (self.out / ".restbind-manifest").read_text(encoding="utf-8").splitlines()[1],
            "# Options: --options ../../../restbind.yaml --namespace other",
        )
        self.assertEqual(run("check", "--out", self.out), (0, "", ""))
        self.assertEqual(run("check", self.spec, "--out", self.out), (0, "", ""))
        self.assertEqual(run("check", "--out", self.out, "--namespace", "shop::v1")[0], 1)
        self.says("split: tag\nnames: {Cart: Trolley}\n")
        self.assertEqual(run("check", "--out", self.out)[0], 1)

    def test_a_command_passes_over_options_that_it_has_not(self):
        self.says("ledger: '#/components/schemas/Cart'\njson: true\nfail-on: nothing\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        self.assertTrue(self.here("lint")[1].startswith("type "))
        self.assertEqual(self.here("assumptions")[1], "[]\n")
        (self.folder / "next.yaml").write_text(SHOP.replace("no:", "number:"), encoding="utf-8")
        self.assertEqual(self.here("diff", "spec.yaml", "next.yaml")[0], 1)
        self.assertEqual(
            self.here("diff", "spec.yaml", "next.yaml", "--options", "restbind.yaml")[0], 0
        )

    def test_it_is_one_of_the_files_that_were_read(self):
        self.says("depfile: shop.d\n")
        self.assertEqual(self.here("generate")[0], 0)
        self.assertIn(f"{self.file} \\\n", (self.folder / "shop.d").read_text(encoding="utf-8"))
        before = contents(self.folder)
        self.assertEqual(
            self.here("generate", "--report", "restbind.yaml")[2],
            "restbind: --report restbind.yaml would overwrite a file that is read\n",
        )
        self.assertEqual(contents(self.folder), before)


class Additions(OptionsCase):
    NAMES = "names: {Cart: Basket, Cart.no: number, getCart: fetch_cart, pets: animals, '#/paths/~1carts/get/parameters/0': words}\n"
    TYPES = 'types: {uuid: {name: "my::uuid", header: <my/uuid.hpp>}, Wait: {name: "std::chrono::seconds", header: <my/wait.hpp>}}\n'

    def test_names_and_types_are_those_of_keys_in_the_document(self):
        self.says(self.NAMES + self.TYPES + "split: tag\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        from_options = contents(self.out)
        own = ', x-restbind-type: {name: "my::uuid", header: <my/uuid.hpp>}'
        text = SHOP
        for old, new in (
            ("Cart: {", "Cart: {x-restbind-name: Basket, "),
            ("no: {", "no: {x-restbind-name: number, "),
            ("getCart\n", "getCart\n      x-restbind-name: fetch_cart\n"),
            ("{name: q", "{x-restbind-name: words, name: q"),
            ("paths:", "tags: [{name: pets, x-restbind-name: animals}]\npaths:"),
            ("format: uuid", f"format: uuid{own}"),
            (
                "Wait: {",
                'Wait: {x-restbind-type: {name: "std::chrono::seconds", header: <my/wait.hpp>}, ',
            ),
        ):
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        self.write(text)
        self.says("split: tag\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        self.assertEqual(contents(self.out), from_options)
        for path, words in (
            ("models/animals.hpp", "struct Basket\n"),
            ("models/animals.hpp", "> number{};"),
            ("models/animals.hpp", "> words{};"),
            ("models/animals.hpp", "struct FetchCartRequest\n"),
            ("models/animals.hpp", "std::optional<my::uuid> id{};"),
            ("models/animals.hpp", "using Wait = std::chrono::seconds;"),
            ("models/animals.hpp", "#include <my/uuid.hpp>\n"),
            ("animals.hpp", "animals_client"),
            ("operations/animals.hpp", "struct fetch_cart\n"),
            ("models/animals.hpp", '{"no", '),
            ("operations/animals.hpp", '"getCart"'),
        ):
            self.assertIn(words, self.header(path), path)

    def test_a_tag_may_be_listed_already(self):
        self.write(SHOP.replace("paths:", "tags: [{name: pets}]\npaths:"))
        self.says("names: {pets: animals}\nsplit: tag\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        self.assertTrue((self.out / "animals.hpp").exists())

    def test_a_place_that_a_yaml_alias_shares_is_named_alone(self):
        self.write(
            HEAD
            + "components: {schemas: {A: {type: object, properties: &p {no: {type: integer}}}, B: {type: object, properties: *p}}}\n"
        )
        self.says("names: {A.no: number}\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        models = self.header("models.hpp")
        self.assertEqual((models.count("> number{};"), models.count("> no{};")), (1, 1))

    def test_a_member_may_stand_in_a_part_of_its_component(self):
        self.write(
            HEAD
            + "components: {schemas: {A: {allOf: [{type: object, properties: {no: {type: integer}}}, {properties: {yes: {type: integer}}}]}}}\n"
        )
        self.says("names: {A.no: number, A.yes: agreed}\n")
        self.assertEqual(self.here("generate"), (0, "", ""))
        models = self.header("models.hpp")
        self.assertIn("> number{};", models)
        self.assertIn("> agreed{};", models)

    def test_a_key_for_nothing_is_told_with_the_nearest_one(self):
        for line, message, hint in (
            (
                "names: {Crat: Basket}",
                "5:9: warning RB076: the document has no component, member, operation or tag `Crat`",
                "`Cart`",
            ),
            (
                "names: {Cart.not: number}",
                "5:9: warning RB076: the document has no component, member, operation or tag `Cart.not`",
                "`Cart.no`",
            ),
            (
                "names: {'#/paths/~1b': b}",
                "5:9: warning RB076: `#/paths/~1b` leads to nothing in the document that has a name",
                "",
            ),
            (
                'types: {uid: {name: "a::b", header: <a>}}',
                "5:9: warning RB076: `uid` is no component of the document, and no format in it",
                "",
            ),
        ):
            self.says(line + "\n")
            status, _, err = self.here("generate")
            self.assertEqual((status, err.splitlines()[0]), (0, f"restbind.yaml:{message}"))
            self.assertIn(hint, err)
        self.assertEqual(self.here("generate", "--strict")[0], 1)

    def test_a_key_for_several_things_is_told(self):
        self.write(
            SHOP.replace("pets", "getCart").replace("paths:", "tags: [{name: getCart}]\npaths:")
        )
        self.says("names: {getCart: a}\n")
        self.assertEqual(
            self.here("generate")[2].splitlines()[0],
            "restbind.yaml:5:9: warning RB076: `getCart` may mean `#/paths/~1carts/get` and `#/tags/0`",
        )

    def test_a_name_that_cannot_be_is_told_where_it_stands(self):
        for line, message in (
            ("names: {Cart: 'My Cart'}", "5:9: error RB101: `My Cart` cannot be a name in C++"),
            (
                "names: {Cart.no: int}",
                "5:9: error RB101: `int` cannot be a name: C++, or a header of a platform, has it",
            ),
            (
                "names: {Cart.no: same, Cart.id: same}",
                "5:33: error RB101: `same` cannot be the name of this: something else has it",
            ),
            (
                "names: {Cart: client}",
                "5:15: error RB101: `client` cannot be the name of this: something else has it",
            ),
            (
                "names: {Cart: shop}",
                "5:15: error RB101: `shop` cannot be the name of this: something else has it",
            ),
            (
                "types: {uuid: {name: a b, header: <a>}}",
                "5:16: error RB102: `a b` is no type such as `my::uuid`",
            ),
            (
                "types: {uuid: {name: a, header: a}}",
                "5:25: error RB102: `a` is no header such as `<my/uuid.hpp>`",
            ),
        ):
            self.says(line + "\n")
            status, _, err = self.here("generate")
            self.assertEqual((status, err.splitlines()[0]), (1, f"restbind.yaml:{message}"))
            self.assertFalse(self.out.exists())
