# SPDX-License-Identifier: BSL-1.0
"""Two versions compared: in which client an operation is, and what it is called there."""

import pathlib
import tempfile
import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import changes, lowered
from tests.generator.test_cli import run

from restbind.apidiff.compare import compare


class Tags(unittest.TestCase):
    """Clients of tags, which large documents have."""

    @staticmethod
    def document(tags):
        """tags: of each operation, '' for none."""
        return f"{HEAD}paths:\n" + "".join(
            f"  /{'even' if number % 2 else 'odd'}/{number}: {{get: {{operationId: op{number}, {f'tags: [{tag}], ' if tag else ''}"
            f"responses: {{'204': {{description: d}}}}}}}}\n"
            for number, tag in enumerate(tags)
        )

    def told(self, new, old):
        return [
            (one.id, one.entity, one.old, one.new, one.pointer)
            for one in changes(self.document(new), self.document(old))
        ]

    def test_an_operation_that_moves_to_another_tag_is_in_another_client(self):
        old = ["a"] * 35 + ["b"] * 35
        moved = self.told(old[:3] + ["b"] + old[4:33] + ["c"] + old[34:], old)
        self.assertEqual(
            moved,
            [
                ("D119", "op3", "a_client", "b_client", "#/paths/~1even~13/get"),
                ("D119", "op33", "a_client", "c_client", "#/paths/~1even~133/get"),
            ],
        )
        self.assertEqual(self.told(["A"] * 35 + old[35:], old), [])  # which is called alike

    def test_a_client_of_which_all_that_remains_is_in_one_other_is_told_once(self):
        old = ["a"] * 35 + ["b"] * 35
        renamed = [("D119", "a_client", "a_client", "alpha_client", "#/paths/~1odd~10/get")]
        self.assertEqual(self.told(["alpha"] * 35 + old[35:], old), renamed)
        joined = self.told(["b"] * 35 + old[35:67] + ["c", "c", "c"], old)
        self.assertEqual(
            [one[:4] for one in joined],
            [
                ("D119", "a_client", "a_client", "b_client"),
                *(("D119", f"op{number}", "b_client", "c_client") for number in (67, 68, 69)),
            ],
        )
        self.assertEqual(
            [one[1] for one in self.told(["alpha"] * 34 + ["beta"] + old[35:], old)],
            [f"op{number}" for number in range(35)],
        )
        fewer = self.told(["alpha"] * 35 + old[35:69], old)
        self.assertEqual([one[:2] for one in fewer], [("D108", "op69"), ("D119", "a_client")])

    def test_operations_without_a_tag_are_in_the_clients_of_their_paths(self):
        self.assertEqual(
            self.told(["odd", ""] * 35, [""] * 70),
            [("D119", "even_client", "even_client", "untagged_client", "#/paths/~1even~11/get")],
        )

    def test_a_document_that_is_not_split_has_no_clients_of_tags(self):
        self.assertEqual(self.told(["a"] * 29 + ["b"] * 30, ["b"] * 29 + ["a"] * 30), [])
        self.assertEqual(self.told(["a"] * 70, ["b"] * 70), [])
        self.assertEqual(
            self.told(["a"] * 30 + ["b"] * 30, ["a"] * 30 + ["b"] * 29),
            [
                # there are more clients than before
                ("D304", "op59", "nothing", "GET /even/59", "#/paths/~1even~159/get")
            ],
        )
        gone = self.told(["a"] * 30 + ["b"] * 29, ["a"] * 30 + ["b"] * 30)
        self.assertEqual(
            [one[:4] for one in gone],
            [
                ("D108", "op59", "GET /even/59", "nothing"),
                ("D119", "a_client", "a_client", "client"),
                ("D119", "b_client", "b_client", "client"),
            ],
        )

    def test_an_operation_that_is_renamed_and_moves_is_told_of_both(self):
        old, new = self.document(["a"] * 35 + ["b"] * 35), self.document(["a"] * 34 + ["b"] * 36)
        found = changes(new.replace("operationId: op34,", "operationId: client_b,"), old)
        self.assertEqual(
            [(one.id, one.entity, one.old, one.new) for one in found],
            [("D109", "op34", "op34", "client_b"), ("D119", "client_b", "a_client", "b_client")],
        )


class NamesInClients(unittest.TestCase):
    """What the client of a tag calls an operation, whose name says the tag not again there."""

    @staticmethod
    def document(operations, fillers=60):
        """operations: lines of tag, id and, where the id does not say it, path."""
        rows = [line.split() for line in operations.strip().splitlines()]
        rows += [["other", f"op{number}"] for number in range(fillers)]
        return f"{HEAD}paths:\n" + "".join(
            f"  /{row[-1]}: {{get: {{operationId: {row[1]}, tags: [{row[0]}], responses: {{'204': {{description: d}}}}}}}}\n"
            for row in rows
        )

    def told(self, new, old, **more):
        return [
            (one.id, one.entity, one.old, one.new)
            for one in changes(self.document(new, **more), self.document(old, **more))
        ]

    def test_a_short_name_that_another_operation_takes_or_leaves_is_told_once(self):
        alone, both = "issues issues/list", "issues issues/list\nissues list"
        self.assertEqual(
            self.told(both, alone),
            [
                (
                    "D109",
                    "issues_client::list",
                    "issues_client::list",
                    "issues_client::issues_list",
                ),
                ("D304", "list", "nothing", "GET /list"),
            ],
        )
        self.assertEqual(
            self.told(alone, both),
            [
                ("D108", "list", "GET /list", "nothing"),
                (
                    "D109",
                    "issues_client::issues_list",
                    "issues_client::issues_list",
                    "issues_client::list",
                ),
            ],
        )
        # a client of all has no such names
        self.assertEqual(
            self.told(both, alone, fillers=3), [("D304", "list", "nothing", "GET /list")]
        )

    def test_a_name_that_changes_in_the_client_of_all_is_told_once_whatever_the_tags_client_calls_it(
        self,
    ):
        for name in ("list_issues", "issues_show", "all_of_them"):
            self.assertEqual(
                self.told(f"issues {name} a", "issues issues/list a"),
                [("D109", "issues_list", "issues_list", name)],
            )

    def test_an_operation_that_moves_has_its_new_name_beside_its_new_client(self):
        old = "issues issues/list\nissues issues/drop\nbugs bugs/list\nbugs bugs/drop"
        self.assertEqual(
            self.told(old.replace("issues issues/list", "bugs issues/list"), old),
            [("D119", "issues_list", "issues_client::list", "bugs_client::issues_list")],
        )
        self.assertEqual(
            self.told(old.replace("issues issues/list", "bugs getThem issues/list"), old),
            [
                ("D109", "issues_list", "issues_list", "get_them"),
                ("D119", "get_them", "issues_client", "bugs_client"),
            ],
        )

    def test_a_client_of_another_name_calls_its_operations_otherwise(self):
        old = "issues issues/list\nissues drop"
        self.assertEqual(
            self.told(old.replace("issues ", "bugs "), old),
            [
                ("D119", "issues_client", "issues_client", "bugs_client"),
                ("D109", "issues_client::list", "issues_client::list", "bugs_client::issues_list"),
            ],
        )


class Split(unittest.TestCase):
    """What `generate --split` was told."""

    def setUp(self):
        self.small = Tags.document(["a"] * 3 + ["b"] * 3)
        self.large = Tags.document(["a"] * 30 + ["b"] * 30)

    def told(self, new, old, split):
        return [one[:2] for one in self.rows(new, old, split)]

    @staticmethod
    def rows(new, old, split):
        with tempfile.TemporaryDirectory() as folder:
            return [
                (one.id, one.entity, one.old, one.new)
                for one in compare(
                    lowered(folder, "old.yaml", old), lowered(folder, "new.yaml", new), split=split
                )
            ]

    def test_a_small_document_may_be_split(self):
        moved = self.small.replace("op0, tags: [a]", "op0, tags: [b]")
        self.assertEqual(self.told(moved, self.small, "tag"), [("D119", "op0")])
        self.assertEqual(self.told(moved, self.small, "auto"), [])

    def test_a_large_document_may_be_left_whole(self):
        moved = self.large.replace("op0, tags: [a]", "op0, tags: [b]")
        self.assertEqual(self.told(moved, self.large, "auto"), [("D119", "op0")])
        self.assertEqual(self.told(moved, self.large, "none"), [])

    def test_a_document_that_is_split_in_any_case_does_not_become_whole_with_fewer_operations(self):
        fewer = Tags.document(["a"] * 30 + ["b"] * 29)
        self.assertEqual(self.told(fewer, self.large, "tag"), [("D108", "op59")])
        self.assertEqual(len(self.told(fewer, self.large, "auto")), 3)

    def test_the_command_takes_what_generate_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            old, new = pathlib.Path(folder, "old.yaml"), pathlib.Path(folder, "new.yaml")
            old.write_text(self.small, encoding="utf-8")
            new.write_text(self.small.replace("op0, tags: [a]", "op0, tags: [b]"), encoding="utf-8")
            status, text, _ = run("diff", old, new, "--split", "tag")
            self.assertEqual((status, text.count("D119")), (1, 1))
            self.assertEqual(
                [
                    run("diff", old, new, *more)[0]
                    for more in ((), ("--split", "none"), ("--split", "some"))
                ],
                [0, 0, 2],
            )


if __name__ == "__main__":
    unittest.main()
