# SPDX-License-Identifier: BSL-1.0
"""nginx in front: with TLS, whose log says what was agreed on, and as a proxy that fails."""

import contextlib
import pathlib
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from tests.peers import peers

EVENTS = '{"events":[]}'
CONFIGURATION = """
pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; worker_processes 1; {user}
events {{ worker_connections 64; }}
http {{
  log_format peers '$ssl_protocol|$ssl_session_reused|$ssl_client_verify|$connection|$connection_requests|$status|$request_method';
  access_log {folder}/access.log peers;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} {tls}; {server}
    location / {{ {location} }}
  }}
}}
"""
ANSWER = f"default_type application/json; return 200 '{EVENTS}';"
NAMES = ("protocol", "resumed", "verified", "connection", "number", "status", "method")


@contextlib.contextmanager
def nginx(server="", location=ANSWER, tls=""):
    """A front, with its port and the way to its log."""
    port = peers.free_port()
    with tempfile.TemporaryDirectory(prefix="nginx.") as name:
        folder = pathlib.Path(name)
        text = CONFIGURATION.format(
            folder=folder, port=port, tls=tls, server=server, location=location, user="user root;"
        )
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        command = ["nginx", "-p", folder, "-c", folder / "nginx.conf"]
        with peers.started(command, port):
            yield port, folder / "access.log"


def entries(log):
    """The requests that nginx has had, once it has written all."""
    time.sleep(0.2)
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [dict(zip(NAMES, line.split("|"), strict=True)) for line in lines]


class Certificates:
    """A root, an authority between, and certificates of it, made by OpenSSL's own program."""

    def __init__(self, folder):
        self.folder = folder
        ca = "basicConstraints = critical, CA:true\nkeyUsage = keyCertSign, cRLSign\n"
        self.make("root", ca)
        self.make("between", ca, "root")
        server = "extendedKeyUsage = serverAuth\nsubjectAltName = DNS:localhost\n"
        self.make("server", server, "between")
        self.make("other", server.replace("localhost", "other.test"), "between")
        self.make("expired", server, "between", days=-1)
        self.make("client", "extendedKeyUsage = clientAuth\n", "between")
        self.make("stranger", "extendedKeyUsage = clientAuth\n")
        for name in ("server", "other", "expired", "client"):
            chain = self.pem(name).read_text() + self.pem("between").read_text()
            (folder / f"{name}.chain").write_text(chain)

    def pem(self, name):
        return self.folder / f"{name}.pem"

    def key(self, name):
        return self.folder / f"{name}.key"

    def openssl(self, *arguments):
        subprocess.run(
            ["openssl", *map(str, arguments)], cwd=self.folder, check=True, capture_output=True
        )

    def make(self, name, extensions, issuer=None, days=2):
        key, request = self.key(name), self.folder / f"{name}.csr"
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        self.openssl("req", *curve, "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        (self.folder / "extensions").write_text(extensions)
        signed = ["-signkey", key]
        if issuer is not None:
            signed = ["-CA", self.pem(issuer), "-CAkey", self.key(issuer), "-CAcreateserial"]
        self.openssl(
            *["x509", "-req", "-in", request, "-days", days, "-extfile", "extensions"],
            *[*signed, "-out", self.pem(name)],
        )


class Encrypted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="certificates.")
        cls.addClassCleanup(folder.cleanup)
        cls.made = Certificates(pathlib.Path(folder.name))

    def calls(self, server="", certificate="server.chain", location=ANSWER, **wanted):
        """What calls of one client come to, and what nginx says of them."""
        key = certificate.partition(".")[0]
        pair = (
            f"ssl_certificate {self.made.folder}/{certificate};"
            f" ssl_certificate_key {self.made.key(key)}; {server}"
        )
        with nginx(pair, location, tls="ssl") as (port, log):
            wanted.setdefault("ca", self.made.pem("root"))
            found = peers.calls(f"https://localhost:{port}", **wanted)
            return found["calls"], entries(log)

    def refused(self, code, **wanted):
        """A handshake that fails, before any request."""
        (found,), log = self.calls(**wanted)
        self.assertEqual((found["ok"], found["sends"], found["unknown"]), (False, 0, False), found)
        self.assertIn(code, found["message"])
        self.assertEqual([entry for entry in log if entry["method"]], [])
        return found

    def test_a_chain_with_an_authority_between_is_followed(self):
        (found,), log = self.calls()
        self.assertTrue(found["ok"], found)
        self.assertEqual([entry["status"] for entry in log], ["200"])

    def test_a_chain_that_lacks_a_link_is_not_trusted(self):
        self.refused("leads to no trusted authority", certificate="server.pem")

    def test_a_certificate_of_another_host_is_not_trusted(self):
        self.refused("is for another host", certificate="other.chain")

    def test_a_certificate_that_has_ended_is_not_trusted(self):
        self.refused("has expired", certificate="expired.chain")

    def test_a_certificate_of_a_client_is_none_of_a_server(self):
        self.refused("is not one for servers", certificate="client.chain")

    def test_an_authority_that_is_not_known_is_not_trusted(self):
        self.refused("leads to no trusted authority", ca=self.made.pem("stranger"))

    def wants_certificate(self):
        return f"ssl_verify_client on; ssl_verify_depth 2; ssl_client_certificate {self.made.pem('root')};"

    def test_the_certificate_of_the_client_is_shown(self):
        for version in ("TLSv1.2", "TLSv1.3"):
            (found,), (entry,) = self.calls(
                f"{self.wants_certificate()} ssl_protocols {version};",
                **self.pair_of("client.chain"),
            )
            self.assertTrue(found["ok"], found)
            self.assertEqual((entry["protocol"], entry["verified"]), (version, "SUCCESS"))

    def pair_of(self, certificate):
        key = certificate.partition(".")[0]
        return {"client": self.made.folder / certificate, "key": self.made.key(key)}

    def test_without_a_certificate_the_client_is_refused(self):
        for pair, words in (
            ({}, "No required SSL certificate"),
            (self.pair_of("stranger.pem"), "The SSL certificate error"),
        ):
            (found,), _ = self.calls(self.wants_certificate(), **pair)
            self.assertEqual((found["kind"], found["status"]), ("client error", 400), found)
            self.assertIn(words, found["body"])

    def test_each_version_that_is_safe_is_spoken(self):
        for version in ("TLSv1.2", "TLSv1.3"):
            (found,), (entry,) = self.calls(f"ssl_protocols {version};")
            self.assertTrue(found["ok"], found)
            self.assertEqual(entry["protocol"], version)

    def test_no_version_is_spoken_that_is_older_than_wanted(self):
        old = "ssl_protocols TLSv1 TLSv1.1; ssl_ciphers DEFAULT@SECLEVEL=0;"
        self.refused("no TLS version that is safe enough", server=old)
        self.refused(
            "no TLS version that is safe enough", server="ssl_protocols TLSv1.2;", minimum="1.3"
        )

    def test_sessions_are_resumed(self):
        for version in ("TLSv1.2", "TLSv1.3"):
            for tickets in ("on", "off"):
                found, log = self.calls(
                    f"ssl_protocols {version}; ssl_session_tickets {tickets};"
                    " ssl_session_cache shared:one:1m; keepalive_timeout 0;",
                    calls=4,
                )
                self.assertTrue(all(call["ok"] for call in found), found)
                resumed = [entry["resumed"] for entry in log]
                self.assertEqual(resumed, [".", "r", "r", "r"], (version, tickets))

    def test_a_session_that_the_server_has_forgotten_costs_no_call(self):
        found, log = self.calls(
            "ssl_protocols TLSv1.2; ssl_session_tickets off; ssl_session_cache none;"
            " keepalive_timeout 0;",
            calls=3,
        )
        self.assertTrue(all(call["ok"] for call in found), found)
        self.assertEqual([entry["resumed"] for entry in log], [".", ".", "."])


class Kept(unittest.TestCase):
    def calls(self, server, **wanted):
        with nginx(server) as (port, log):
            return peers.calls(f"http://127.0.0.1:{port}", **wanted), entries(log)

    def test_a_connection_serves_as_many_requests_as_nginx_allows(self):
        found, log = self.calls("keepalive_requests 3;", calls=10)
        self.assertTrue(all(call["ok"] for call in found["calls"]), found)
        numbers = [int(entry["number"]) for entry in log]
        self.assertEqual(numbers, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1])
        self.assertEqual(found["reused"], 6)

    def test_a_connection_that_nginx_closes_while_idle_costs_no_call(self):
        found, log = self.calls("keepalive_timeout 1s;", calls=3, pause=1500)
        self.assertTrue(all((call["ok"], call["sends"]) == (True, 0) for call in found["calls"]))
        self.assertEqual(len({entry["connection"] for entry in log}), 3)


class Behind(threading.Thread):
    """A service behind nginx that answers each request alike, and counts them. answer: bytes, of
    which the connection is closed after the last. pause: in front of it, in seconds."""

    def __init__(self, answer, pause=0.0):
        super().__init__(daemon=True)
        self.answer, self.pause, self.requests = answer, pause, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with contextlib.suppress(OSError), connection:
            if connection.recv(65536):
                self.requests += 1
                time.sleep(self.pause)
                connection.sendall(self.answer)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.listener.close()


def whole(body, length=None):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length or len(body)}\r\n\r\n"
    return (head + body).encode()


class Failing(unittest.TestCase):
    def through(self, behind, more="", server="", **wanted):
        """One call that is not idempotent."""
        location = f"{more} proxy_pass http://127.0.0.1:{behind}; proxy_next_upstream off;"
        with nginx(server, location) as (port, _):
            return peers.call(
                f"http://127.0.0.1:{port}",
                **{"operation": "allocate_products", "retry": "never", **wanted},
            )

    def expect(self, found, kind, status, unknown):
        self.assertEqual(
            (found["kind"], found["status"], found["unknown"]), (kind, status, unknown), found
        )

    def test_502_of_a_service_that_is_not_there(self):
        found = self.through(peers.free_port())
        self.expect(found, "server error", 502, True)

    def test_504_of_a_service_that_takes_too_long(self):
        with Behind(whole(EVENTS), pause=3) as behind:
            found = self.through(behind.port, "proxy_read_timeout 1s;")
            self.expect(found, "server error", 504, True)
            self.assertEqual(behind.requests, 1)

    def test_a_response_that_ends_in_the_middle(self):
        with Behind(whole("{" * 100, 1000)) as behind:
            found = self.through(behind.port)
            self.expect(found, "receiving failed", 200, True)
            self.assertEqual(behind.requests, 1)

    def test_a_connection_that_nginx_closes_without_a_response(self):
        with nginx(location="return 444;") as (port, _):
            found = peers.call(
                f"http://127.0.0.1:{port}", operation="allocate_products", retry="never"
            )
        self.expect(found, "receiving failed", 0, True)

    def test_413_of_a_request_that_is_too_large(self):
        with Behind(whole(EVENTS)) as behind:
            found = self.through(behind.port, server="client_max_body_size 16;")
            self.expect(found, "client error", 413, False)
            self.assertEqual(behind.requests, 0)

    def test_a_response_that_comes_too_slowly(self):
        with Behind(whole(EVENTS + " " * 4000)) as behind:
            found = self.through(behind.port, "limit_rate 500; proxy_buffering on;", deadline=1500)
            self.expect(found, "timed out", 200, True)
            self.assertLess(found["took"], 2500)
            self.assertEqual(behind.requests, 1)

    def test_a_redirect_is_not_followed(self):
        with Behind(whole(EVENTS)) as behind:
            target = f"http://127.0.0.1:{behind.port}/elsewhere"
            with nginx(location=f"return 307 {target};") as (port, _):
                found = peers.call(f"http://127.0.0.1:{port}")
            self.expect(found, "unexpected status", 307, False)
            self.assertEqual(behind.requests, 0)

    def test_the_command_line_says_so_by_its_status(self):
        given = {"TICKETING_TOKEN": "any", "TICKETING_TENANT": "arena"}
        order = ["allocate-products", "--cart-id", 1, "--product-id", 1, "--quantity", 1]
        for location, status in (
            ("return 502;", 11),
            ("return 444;", 11),
            ("return 413;", 3),
            ("return 404;", 5),
            ("return 409;", 6),
        ):
            with nginx(location=location) as (port, _):
                done = peers.ticketing("--base-url", f"http://127.0.0.1:{port}", *order, **given)
            self.assertEqual(done.returncode, status, (location, done))


if __name__ == "__main__":
    unittest.main()
