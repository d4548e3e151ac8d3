"""What the clients do. Each load is a function of a `Client`; it raises `Wrong` when an answer is not what it must be."""
import gzip
import hashlib
import json
import re
import threading
import time
import uuid

from client import Connection, request

PAGES = ["/", "/experiments", "/glossary", "/print", "/search?q=jitter", "/present/recovery", "/problems/overloaded",
         "/openapi.json", "/api/v1/lessons", "/api/v1/experiments"]
SMALL = ["classification", "two-worlds", "lost-response", "replay", "retry-after?value=120", "contention", "budget",
         "amplification", "metastable", "retry?script=503;retry-after=1,502,drop,200", "jitter-histogram?clients=100"]
LARGE = ["jitter-histogram?clients=1000000", "recovery?clients=100000"]
# Asked for with a new seed each time, so that the server computes; the answers are short.
FRESH = ["contention?runs=200", "metastable?durationMs=600000"]
MALFORMED = [
    b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\nHost: localhost\n\n", b"GET /../etc HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\x02\x00\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40000 + b"\r\n\r\n", b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
]


class Wrong(Exception):
    """An answer, or the lack of one, that breaks a promise."""


class Bodies:
    """What was answered under each entity tag, by any client at any time: it must never differ."""

    def __init__(self):
        self.lock, self.seen = threading.Lock(), {}

    def check(self, path, answer):
        tag = answer.fields.get("etag")
        if answer.status != 200 or not tag:
            return
        digest = hashlib.sha256(answer.body).digest()
        with self.lock:
            known = self.seen.setdefault((path, answer.fields.get("content-encoding")), (tag, digest))
        if known != (tag, digest):
            raise Wrong(f"{path}: {tag} and {known[0]} for the same address, bodies {'equal' if digest == known[1] else 'differ'}")


class Client:
    """One thread's view: its server, its random numbers, the address that it comes from."""

    def __init__(self, server, bodies, statuses, random, files):
        self.server, self.bodies, self.statuses, self.random, self.files = server, bodies, statuses, random, files
        self.source = "127.0.0.1"

    def connect(self, **options):
        return Connection(self.server.port, self.source, **options)

    def check(self, path, answer, allowed=(200,)):
        self.statuses[answer.status] += 1
        if answer.status in (429, 503):
            if not answer.fields.get("retry-after", "").isdigit():
                raise Wrong(f"{path}: {answer.status} without Retry-After")
            return False
        if answer.status not in allowed:
            raise Wrong(f"{path}: {answer.status} {answer.body[:300]!r}")
        self.bodies.check(path, answer)
        return True

    def path(self):
        return self.random.choice(PAGES + self.files)

    def experiment(self, names):
        """But for fresh ones, so few different ones that the server keeps the answers of all of them once it is warm."""
        name = self.random.choice(names)
        seed = self.random.randrange(1, 1_000_000 if name in FRESH else 9)
        return f"/api/v1/experiments/{name}{'&' if '?' in name else '?'}seed={seed}"


def static_files(server):
    with Connection(server.port) as connection:
        page = connection.ask("GET", "/").body.decode()
    return sorted(set(re.findall(r"/static/[\w./-]+", page))) + sorted(set(re.findall(r'"(/lessons/[\w-]+)"', page)))


def pages(client):
    """Several requests on one connection: whole, compressed, conditional, in part."""
    with client.connect() as connection:
        for _ in range(client.random.randrange(1, 12)):
            path = client.path()
            whole = connection.ask("GET", path)
            if not client.check(path, whole):
                continue
            coded = connection.ask("GET", path, {"Accept-Encoding": "gzip"})
            client.check(path, coded)
            if coded.fields.get("content-encoding") == "gzip" and gzip.decompress(coded.body) != whole.body:
                raise Wrong(f"{path}: the gzip form holds something else")
            if tag := whole.fields.get("etag"):
                client.check(path, connection.ask("GET", path, {"If-None-Match": tag}), (304,))
            if whole.fields.get("accept-ranges") == "bytes":
                part = connection.ask("GET", path, {"Range": "bytes=10-29"})
                client.check(path, part, (206,))
                if part.body != whole.body[10:30]:
                    raise Wrong(f"{path}: another part")


def small_experiments(client):
    with client.connect() as connection:
        for _ in range(client.random.randrange(1, 8)):
            path = client.experiment(SMALL)
            client.check(path, connection.ask("GET", path))


def big_experiment(client):
    path = client.experiment(LARGE + FRESH)
    with client.connect() as connection:
        client.check(path, connection.ask("GET", path))


def events(client):
    """An event stream read to its end, whose result is the plain answer."""
    path = client.experiment(SMALL + LARGE + FRESH)
    with client.connect() as connection:
        stream = connection.ask("GET", path, {"Accept": "text/event-stream"})
        if not client.check(path, stream):
            return
        results = re.findall(rb"event: result\nid: end\ndata: (.*)\n\n", stream.body)
        plain = connection.ask("GET", path)
        if client.check(path, plain) and results != [plain.body]:
            raise Wrong(f"{path}: the stream's result is not the plain answer: {stream.body[:200]!r}")


def events_left(client):
    """An event stream whose reader leaves after its first bytes."""
    connection = client.connect()
    connection.send(request("GET", client.experiment(FRESH), {"Accept": "text/event-stream"}))
    connection.reader.read(client.random.randrange(1, 200))
    connection.reset() if client.random.random() < 0.5 else connection.close()


def live_run_twice(client):
    """A live run sent again with its key: the first answer, to the byte."""
    client.source = f"127.0.0.{client.random.randrange(1, 100)}"
    name = client.random.choice(["idempotency", "flaky"])
    path = f"/api/v1/experiments/{name}/runs"
    body = json.dumps({"variants": ["keyed"]} if name == "idempotency" else {"script": "503,drop,200"}).encode()
    fields = {"Idempotency-Key": f'"{uuid.UUID(int=client.random.getrandbits(128))}"'}
    generation = client.server.generation
    with client.connect() as connection:
        first = connection.ask("POST", path, fields, body)
        if not client.check(path, first):
            return
    with client.connect() as connection:
        again = connection.ask("POST", path, fields, body)
        if not client.check(path, again) or generation != client.server.generation:
            return
    if again.fields.get("idempotency-replayed") != "true" or again.body != first.body:
        raise Wrong(f"{path}: the second answer to one key is not the first")


def pipelined(client):
    paths = [client.path() for _ in range(client.random.randrange(2, 20))]
    with client.connect() as connection:
        connection.send(b"".join(request("GET", path) for path in paths))
        for path in paths:
            client.check(path, connection.answer())


def half_closed(client):
    path = client.path() if client.random.random() < 0.5 else client.experiment(SMALL)
    with client.connect() as connection:
        connection.send(request("GET", path))
        connection.finish()
        client.check(path, connection.answer())
        if connection.reader.read(1):
            raise Wrong(f"{path}: more than one answer to one request")


def reset(client):
    """Leaves by a reset: within the request, before the answer, or within it."""
    connection = client.connect()
    data = request("GET", client.random.choice([client.path(), client.experiment(FRESH), "/print"]))
    stage = client.random.randrange(3)
    connection.send(data[: len(data) // 2] if stage == 0 else data)
    if stage == 2:
        connection.reader.read(100)
    connection.reset()


def slow_reader(client):
    with client.connect(receive_buffer=4096) as connection:
        connection.send(request("GET", "/print"))
        time.sleep(1)
        client.check("/print", connection.answer())


def slow_writer(client):
    path = client.path()
    with client.connect() as connection:
        for byte in request("GET", path):
            connection.send(bytes([byte]))
            time.sleep(0.02)
        client.check(path, connection.answer())


def malformed(client):
    data = client.random.choice(MALFORMED)
    with client.connect() as connection:
        connection.send(data)
        answer = connection.answer()
        client.check(repr(data[:40]), answer, (400, 404, 414, 431, 501, 505))
        if connection.reader.read(1):
            raise Wrong(f"{data[:40]!r}: the connection goes on")


def wrong_parameters(client):
    with client.connect() as connection:
        for path, status in [("/api/v1/experiments/recovery?clients=-1", 400), ("/api/v1/experiments/nothing", 404),
                             ("/static/nothing", 404), ("/api/v1/experiments/retry?script=%00", 400)]:
            client.check(path, connection.ask("GET", path), (status,))


# Each load and how often it is chosen.
LOADS = {
    pages: 8, small_experiments: 8, big_experiment: 2, events: 3, events_left: 4, live_run_twice: 4, pipelined: 5,
    half_closed: 3, reset: 5, slow_reader: 1, slow_writer: 1, malformed: 5, wrong_parameters: 2,
}
