"""Two versions compared: in which client an operation is, and what it is called there."""

import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import changes


class Tags(unittest.TestCase):
    """Clients of tags, which large documents have."""

    @staticmethod
    def document(tags):
        """tags: of each operation, '' for none."""
        return f"{HEAD}paths:\n" + "".join(
            f"  /{'even' if number % 2 else 'odd'}/{number}: {{get: {{operationId: op{number}, {f'tags: [{tag}], ' if tag else ''}"
            f"responses: {{'204': {{description: d}}}}}}}}\n" for number, tag in enumerate(tags))

    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new, one.pointer) for one in changes(self.document(new), self.document(old))]

    def test_an_operation_that_moves_to_another_tag_is_in_another_client(self):
        old = ["a"] * 35 + ["b"] * 35
        moved = self.told(old[:3] + ["b"] + old[4:33] + ["c"] + old[34:], old)
        self.assertEqual(moved, [("D119", "op3", "a_client", "b_client", "#/paths/~1even~13/get"),
                                 ("D119", "op33", "a_client", "c_client", "#/paths/~1even~133/get")])
        self.assertEqual(self.told(["A"] * 35 + old[35:], old), [])  # which is called alike

    def test_a_client_of_which_all_that_remains_is_in_one_other_is_told_once(self):
        old = ["a"] * 35 + ["b"] * 35
        renamed = [("D119", "a_client", "a_client", "alpha_client", "#/paths/~1odd~10/get")]
        self.assertEqual(self.told(["alpha"] * 35 + old[35:], old), renamed)
        joined = self.told(["b"] * 35 + old[35:67] + ["c", "c", "c"], old)
        self.assertEqual([one[:4] for one in joined], [("D119", "a_client", "a_client", "b_client"), *(
            ("D119", f"op{number}", "b_client", "c_client") for number in (67, 68, 69))])
        self.assertEqual([one[1] for one in self.told(["alpha"] * 34 + ["beta"] + old[35:], old)], [f"op{number}" for number in range(35)])
        fewer = self.told(["alpha"] * 35 + old[35:69], old)
        self.assertEqual([one[:2] for one in fewer], [("D108", "op69"), ("D119", "a_client")])

    def test_operations_without_a_tag_are_in_the_clients_of_their_paths(self):
        self.assertEqual(self.told(["odd", ""] * 35, [""] * 70), [
            ("D119", "even_client", "even_client", "untagged_client", "#/paths/~1even~11/get")])

    def test_a_document_that_is_not_split_has_no_clients_of_tags(self):
        self.assertEqual(self.told(["a"] * 29 + ["b"] * 30, ["b"] * 29 + ["a"] * 30), [])
        self.assertEqual(self.told(["a"] * 70, ["b"] * 70), [])
        self.assertEqual(self.told(["a"] * 30 + ["b"] * 30, ["a"] * 30 + ["b"] * 29), [
            ("D304", "op59", "nothing", "GET /even/59", "#/paths/~1even~159/get")])  # there are more clients than before
        gone = self.told(["a"] * 30 + ["b"] * 29, ["a"] * 30 + ["b"] * 30)
        self.assertEqual([one[:4] for one in gone], [
            ("D108", "op59", "GET /even/59", "nothing"), ("D119", "a_client", "a_client", "client"), ("D119", "b_client", "b_client", "client")])

    def test_an_operation_that_is_renamed_and_moves_is_told_of_both(self):
        old, new = self.document(["a"] * 35 + ["b"] * 35), self.document(["a"] * 34 + ["b"] * 36)
        found = changes(new.replace("operationId: op34,", "operationId: client_b,"), old)
        self.assertEqual([(one.id, one.entity, one.old, one.new) for one in found], [
            ("D109", "op34", "op34", "client_b"), ("D119", "client_b", "a_client", "b_client")])


if __name__ == "__main__":
    unittest.main()
