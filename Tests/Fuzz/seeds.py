"""What each target begins with: the cases that the tests hold, and the course's own lessons."""
import base64
import json


def of(name, root):
    return {
        "RequestParser": lambda: [bytes([0, 9 * i % 256, i % 4]) + stream for i, stream in enumerate(requests(root))],
        "Response": lambda: list(requests(root)) + RANGES,
        "ServerSentEvent": lambda: [b"\x07a\nb\xffprogress\xffend", b"\x00{\"done\":0.5}", b"\x03a\r\n\rb\xff\xff1"],
        "Forwarded": lambda: FORWARDED,
        "FormBody": lambda: FORMS,
        "ClassList": lambda: CLASS_LISTS,
        "RetryAfter": lambda: [NOW.to_bytes(8, "big") + value for value in RETRY_AFTER],
        "RetryScript": lambda: SCRIPTS,
        "JSONText": lambda: list(bodies(root)),
        "Lesson": lambda: list(lessons(root)),
    }[name]()


NOW = 1_790_000_000

RETRY_AFTER = [
    b"120", b" 0 ", b"99999999999999999999", b"+5", b"0.5", b"1e3", b"2, 5", b"", b"Sun, 06 Nov 1994 08:49:37 GMT",
    b"Sunday, 06-Nov-94 08:49:37 GMT", b"Sun Nov  6 08:49:37 1994", b"Sat, 31 Dec 2016 23:59:60 GMT",
    b"Thu, 29 Feb 2024 00:00:00 GMT", b"Fri, 31 Dec 9999 23:59:60 GMT",
]

FORWARDED = [
    b"\x00203.0.113.7, 10.0.0.9", b"\x00[2001:db8::1]:80,unknown,1.2.3.4:5", b"\x00::ffff:1.2.3.4",
    b"\x01for=203.0.113.7;proto=https;host=a.example, for=10.0.0.1", b"\x01For=\"[2001:db8::7]:4711\";by=_x",
    b"\x01for=\"_a,b;c\\\"\"", b"\x02course.example:8443", b"\x03https, http",
]

FORMS = [
    b"cell=pay&variants=&variants=keyless", b"a=1+2%2B3&a=%C3%A9&=", b"a%00=b", b"a=%C3", b"%zz=1", b"&&a&=b&c==d",
    b"clients=1000&strategy=exponential,full&seed=7", b"a0=\x01\x00",
]

CLASS_LISTS = [
    b"name,login,email,id,section\nAda,ada,ada@example.org,7,A\n",
    b"\xef\xbb\xbfName;Login;E-Mail;ID number;Group\r\n\"Hopper; Grace\";grace;grace@example.org;00;B\r\n",
    b"Section\tUsername\tSurname\tFirst name\rA\tada\tLovelace\t\"Ada \"\"A\"\"\"\r",
    b"Student,ID,SIS User ID,SIS Login ID,Section,Email\n    Points Possible,,,,,\nAda,99,7,ada,A,ada@example.org\n\"Student, Test\",98,,,,\n",
    b"Student,ID,SIS User ID,SIS Login ID,Section,Notes,One (one) (7001),Two (7002),Final Score\r\n,,,,,,Manual Posting,,\r\n"
    b"    Points Possible,,,,,,10.0,20,(read only)\r\n\"Grace\",11,01,grace,\"Sec \"\"A\"\"\",=note,,,88.0\r\nAda,12,,ada,,\"-\",9,EX,\r\n",
    b"name,login\n'=1+1,'=cmd\n\"F\nG\",f\n,\n",
]

SCRIPTS = [
    b"503;retry-after=1,502,drop,200;latencyMs=40", b"refuse;times=3, 200", b"429;retry-after=+30;keep-alive,200",
    b"503;retry-after=raw:Sun, 200", b"timeout,offline;latencyMs=500,unresolved,insecure,garbled,reset",
    b"half-close,truncated,malformed-chunk,drip;latencyMs=9", b"503;retry-after=-5;times=10000",
]

RANGES = [
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + field + b"\r\n\r\n"
    for field in [
        b"Range: bytes=0-9", b"Range: bytes=-5", b"Range: bytes=299-", b"Range: bytes=300-", b"Range: bytes=5-2",
        b"Range: bytes=0-99999999999999999999", b"Range: bytes=1-2\r\nIf-Range: Sun, 06 Nov 1994 08:49:37 GMT",
        b"If-None-Match: *", b"If-None-Match: W/\"a\", \"b\"", b"If-Match: \"a\"", b"Accept-Encoding: gzip;q=0.5, *;q=0",
        b"If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", b"If-Unmodified-Since: Sun Nov  6 08:49:37 1994",
    ]
]


def cases(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def joined(parts):
    return b"".join(base64.b64decode(text) * count for text, count in parts)


def requests(root):
    for case in cases(root / "Tests/ListenerTests/Cases/http-cases.jsonl"):
        stream = base64.b64decode(case.get("bytes_b64") or "") or joined(case.get("parts") or [])
        if 0 < len(stream) < 4000:
            yield stream + base64.b64decode(case.get("two_phase_b64") or "")


def bodies(root):
    for case in cases(root / "Tests/Cases/json-cases.jsonl"):
        body = base64.b64decode(case.get("body_b64") or "")
        if len(body) <= 4096:
            yield body


MATTER = b"---\ntitle: A\nsummary: B\norder: 1\nminutes: 5\n---\n"


def lessons(root):
    """Each lesson section by section, so that inputs stay short."""
    for path in sorted((root / "Lessons").glob("*.md")):
        text = path.read_bytes()
        yield text[:2000]
        for section in text.split(b"\n## ")[1:]:
            yield MATTER + b"## " + section[:5000]
    for case in cases(root / "Tests/Cases/markdown-cases.jsonl"):
        text = base64.b64decode(case.get("body_b64") or "") or joined([[t, min(n, 40)] for t, n in case.get("parts") or []])
        yield MATTER + text[:5000]
