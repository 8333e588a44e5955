# SPDX-License-Identifier: BSL-1.0
"""What the generator takes for granted of the runtime is what the runtime's headers say."""

import pathlib
import re
import unittest

from tests.generator.documents import ROOT

from restbind import runtime

INCLUDE = ROOT / "include/restbind"
VERBS = pathlib.Path("/usr/include/boost/beast/http/impl/verb.ipp")


def stated(header, pattern):
    """What the first group of a pattern stands for in a header."""
    return re.search(pattern, (INCLUDE / header).read_text(encoding="utf-8"))[1]


class Runtime(unittest.TestCase):
    def test_the_space_of_its_classes(self):
        self.assertEqual(
            stated("http/security.hpp", r"\bmax_size = (\d+);"), str(runtime.MOST_SCHEMES)
        )
        self.assertEqual(
            stated("http/retry.hpp", r"using status_list = std::array<int, (\d+)>"),
            str(runtime.MOST_STATUSES),
        )

    def test_how_long_a_token_is_valid_where_nobody_says_it(self):
        hours = stated("net/options.hpp", r"\blifetime = std::chrono::hours\((\d+)\)")
        minutes = stated("net/options.hpp", r"\brenew_before = std::chrono::minutes\((\d+)\)")
        self.assertEqual(
            (int(hours) * 3600, int(minutes) * 60),
            (runtime.TOKEN_LIFETIME_SECONDS, runtime.RENEW_BEFORE_SECONDS),
        )
        first = stated("http/token_request.hpp", r"enum class client_authentication[^{]*{\s*(\w+)")
        self.assertEqual(first, runtime.CLIENT_AUTHENTICATIONS[0])

    def test_the_headers_about_the_connection_that_no_call_can_set(self):
        listed = stated(
            "net/detail/effective_settings.hpp",
            r"bool is_reserved\([^{]*{\s*if \(is_one_of\(([^}]*)}",
        )
        self.assertEqual(
            {name.lower() for name in re.findall('"([^"]+)"', listed)},
            runtime.CONNECTION_HEADERS | {"user-agent"},
        )

    @unittest.skipUnless(VERBS.exists(), "Boost.Beast is not installed")
    def test_its_methods_are_those_of_beast_but_for_those_that_are_no_requests_to_a_service(self):
        known = re.findall(r'case verb::\w+: +return "([A-Z-]+)"', VERBS.read_text("utf-8"))
        self.assertEqual(runtime.METHODS, set(known) - {"CONNECT", "TRACE"})


if __name__ == "__main__":
    unittest.main()
