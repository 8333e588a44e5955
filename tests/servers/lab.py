# SPDX-License-Identifier: BSL-1.0
"""lab.py DRIVER SCENARIO: puts real servers in front of the sandbox, does to them what is done to
servers, and counts effects.

In each situation callers order gift boxes for a few seconds. Whatever happens, no order may be
carried out twice, none that a caller was told of may be missing, none may be carried out of which
an error says that it was not, and no call may outlast its deadline of 3 s. An error says what the
situation is about. Exit status: 0 if all of that was so.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DEADLINE = 3000  # ms, as in driver.cpp
NGINX = """
worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; user root;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  limit_req_zone $binary_remote_addr zone=few:1m rate=50r/s;
  upstream sandbox {{ server 127.0.0.1:{sandbox}; keepalive 8; }}
  server {{
    listen 127.0.0.1:{front} {ssl}; {more}
    location / {{ proxy_pass http://sandbox; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_next_upstream off; }}
  }}
}}
"""
HAPROXY = """
defaults
  mode http
  timeout connect 1s
  timeout client 5s
  timeout server {patience}
frontend all
  bind 127.0.0.1:{front}
  default_backend sandbox
backend sandbox
  retries 0
  server one 127.0.0.1:{sandbox}
"""
SQUID = """
http_port 127.0.0.1:{front}
hosts_file {folder}/hosts
pid_filename {folder}/squid.pid
access_log none
cache_log {folder}/cache.log
cache_store_log none
coredump_dir {folder}
cache deny all
pinger_enable off
shutdown_lifetime 0 seconds
http_access {access} all
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def workers_of(pid):
    """Processes that a process of ours has started."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in children.read_text(encoding="ascii").split()]


class Front:
    """A server of the lab's own."""

    def __init__(self, command, port):
        self.command, self.port, self.process = command, port, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError), socket.create_connection(
                ("127.0.0.1", self.port), 1
            ):
                return
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"error: {' '.join(self.command)} does not start")
            time.sleep(0.05)

    def signal(self, what):
        self.process.send_signal(what)

    def kill_workers(self):
        for pid in workers_of(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill(self):
        """Ends it with all that it has started."""
        pids = workers_of(self.process.pid) if self.process.poll() is None else []
        self.process.kill()
        self.process.wait()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def restart(self):
        self.kill()
        time.sleep(0.1)
        self.start()


class Lab:
    def __init__(self, driver, scenario, folder):
        self.folder, self.failures = folder, 0
        self.driver = subprocess.Popen(
            [driver, scenario], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.sandbox = int(self.driver.stdout.readline())

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def nginx(self, more="", ssl="", name="nginx.conf"):
        front = free_port()
        text = NGINX.format(
            folder=self.folder, sandbox=self.sandbox, front=front, more=more, ssl=ssl
        )
        return Front(["nginx", "-p", str(self.folder), "-c", self.write(name, text)], front)

    def haproxy(self, patience="5s", sandbox=None):
        front = free_port()
        text = HAPROXY.format(sandbox=sandbox or self.sandbox, front=front, patience=patience)
        return Front(["haproxy", "-W", "-db", "-f", self.write("haproxy.cfg", text)], front)

    def squid(self, access="allow"):
        front = free_port()
        self.write("hosts", "127.0.0.1 sandbox.test\n")
        text = SQUID.format(folder=self.folder, front=front, access=access)
        return Front(["squid", "-N", "-f", self.write("squid.conf", text)], front)

    def run(
        self,
        what,
        front,
        act=None,
        every=0.5,
        expected=None,
        some=True,
        fails=False,
        seconds=6,
        **wanted,
    ):
        """One situation: `act` is done to the front again and again. `expected`: what the text of
        each error must match; None: any. `some`: whether calls succeed; None: some may. `fails`:
        whether some must fail."""
        wanted.setdefault("url", f"http://127.0.0.1:{front.port}")
        pairs = {**wanted, "milliseconds": seconds * 1000, "workers": 8}
        self.driver.stdin.write("\t".join(f"{key} {value}" for key, value in pairs.items()) + "\n")
        self.driver.stdin.flush()
        end = time.monotonic() + seconds
        while act and time.monotonic() < end - every:
            time.sleep(every)
            act()
        line = self.driver.stdout.readline().rstrip("\n").split("\t")
        front.kill()
        found = {
            key: int(value)
            for key, value in (one.split(" ", 1) for one in line if not one.startswith("error "))
        }
        errors = [one[len("error ") :] for one in line if one.startswith("error ")]
        wrong = []
        if not found["succeeded"] <= found["effects"] <= found["succeeded"] + found["unknown"]:
            wrong.append("the books do not agree")
        if found["longest"] > DEADLINE + 500:
            wrong.append("a call was late")
        if some is not None and (found["succeeded"] > 0) != some:
            wrong.append("no call has succeeded" if some else "a call has succeeded")
        if (some is False or fails) and not errors:
            wrong.append("no call has failed")
        wrong += [
            f"unexpected: {one}" for one in errors if expected and not re.search(expected, one)
        ]
        self.failures += bool(wrong)
        print(
            f"{what}: {', '.join(f'{value} {key}' for key, value in found.items())} ms; {len(errors)} kinds of errors"
            f"{'' if not wrong else ': FAILED'}"
        )
        for one in [*wrong, *(errors[:3] if wrong else errors[:1])]:
            print(f"    {one[:400]}")
        sys.stdout.flush()

    def certificates(self):
        """An authority, and a certificate of it for localhost."""
        folder = self.folder
        for command in (
            [
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=lab",
                "-keyout",
                "ca.key",
                "-out",
                "ca.pem",
            ],
            [
                "req",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-subj",
                "/CN=front",
                "-keyout",
                "front.key",
                "-out",
                "front.csr",
            ],
            [
                "x509",
                "-req",
                "-in",
                "front.csr",
                "-CA",
                "ca.pem",
                "-CAkey",
                "ca.key",
                "-days",
                "2",
                "-extfile",
                "names",
                "-out",
                "front.pem",
            ],
        ):
            self.write("names", "subjectAltName = DNS:localhost\n")
            subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)
        return f"ssl_certificate {folder}/front.pem; ssl_certificate_key {folder}/front.key;"


def situations(lab):
    # A connection that the front closes just as it is used again may cost a call its response,
    # never more.
    lost = r"receiving failed|sending failed|connection failed|timed out"
    gateway = rf"{lost}|server error \(50[24]\)|service unavailable \(503\)"

    front = lab.nginx("keepalive_requests 5;")
    lab.run("nginx closes after 5 requests", front, expected=lost)
    front = lab.nginx("keepalive_requests 5;")
    lab.run(
        "nginx is told to reload twice a second",
        front,
        lambda: front.signal(signal.SIGHUP),
        expected=lost,
    )
    front = lab.nginx()
    lab.run("nginx loses its workers twice a second", front, front.kill_workers, expected=lost)
    front = lab.nginx("client_max_body_size 16;")
    lab.run(
        "nginx refuses the size of requests",
        front,
        expected=r"client error \(413\).*\| <html>",
        some=False,
        seconds=2,
    )
    front = lab.nginx("limit_req zone=few; limit_req_status 429;")
    lab.run(
        "nginx refuses more than 50 requests a second",
        front,
        expected=r"client error \(429\).*\| <html>",
        fails=True,
        seconds=4,
    )

    pair = lab.certificates()
    ca = lab.folder / "ca.pem"
    front = lab.nginx(pair, "ssl")
    lab.run(
        "nginx with TLS is told to reload twice a second",
        front,
        lambda: front.signal(signal.SIGHUP),
        expected=lost,
        url=f"https://localhost:{front.port}",
        ca=ca,
    )
    front = lab.nginx(f"{pair} ssl_verify_client on; ssl_client_certificate {ca};", "ssl")
    lab.run(
        "nginx wants a client certificate",
        front,
        expected=r"client error \(400\).*No required SSL certificate",
        some=False,
        seconds=2,
        url=f"https://localhost:{front.port}",
        ca=ca,
    )

    front = lab.haproxy()
    lab.run(
        "haproxy is told to reload twice a second",
        front,
        lambda: front.signal(signal.SIGUSR2),
        expected=gateway,
    )
    front = lab.haproxy()
    lab.run(
        "haproxy is killed and started once a second",
        front,
        front.restart,
        every=1,
        expected=gateway,
    )
    front = lab.haproxy("1ms")
    lab.run(
        "haproxy waits for 1 ms",
        front,
        expected=r"server error \(504\).*may have taken effect",
        some=None,
        seconds=4,
    )
    front = lab.haproxy(sandbox=free_port())
    lab.run(
        "haproxy finds no service",
        front,
        expected=r"service unavailable \(503\).*may have taken effect",
        some=False,
        seconds=2,
    )

    url = f"http://sandbox.test:{lab.sandbox}"
    front = lab.squid()
    lab.run(
        "squid is told to reconfigure once in 2 s",
        front,
        lambda: front.signal(signal.SIGHUP),
        every=2,
        expected=lost,
        url=url,
        proxy=f"http://127.0.0.1:{front.port}",
    )
    front = lab.squid()
    lab.run(
        "squid is killed and started once in 2 s",
        front,
        front.restart,
        every=2,
        expected=lost,
        url=url,
        proxy=f"http://127.0.0.1:{front.port}",
    )
    front = lab.squid("deny")
    lab.run(
        "squid refuses tunnels",
        front,
        some=False,
        seconds=2,
        url=url,
        proxy=f"http://127.0.0.1:{front.port}",
        expected=rf"the proxy 127.0.0.1:{front.port} refused the tunnel to sandbox.test:{lab.sandbox} with the status 403",
    )


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="servers."))
    folder.chmod(0o777)  # squid gives up its rights
    started = time.monotonic()
    lab = Lab(*sys.argv[1:3], folder)
    try:
        situations(lab)
    finally:
        lab.driver.stdin.close()
        lab.driver.wait()
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"{'All passed' if not lab.failures else f'{lab.failures} failed'} in {time.monotonic() - started:.0f} s."
    )
    return 1 if lab.failures else 0


if __name__ == "__main__":
    sys.exit(main())
