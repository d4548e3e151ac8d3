"""A server with an instructor, a join code and students, for tests of what people do."""

import json
import subprocess
import time
import urllib.error
import urllib.request
import uuid

from site_under_test import PATIENCE


class Classroom:
    """Use it with `with`. It has a server of its own, which can be killed and started again at the same address."""

    def __init__(self, site, *options):
        self.site = site
        self.server = site.another(site.root / "Lessons", *options)

    def __enter__(self):
        self.server.__enter__()
        self.address = self.server.address
        invitation = self.server.link.split("token=")[1]
        status, body, headers = self.ask("POST", "/api/v1/sessions", {"token": invitation})
        assert status == 201, body
        cookie = headers["Set-Cookie"].split(";")[0]
        status, body, _ = self.ask("POST", "/api/v1/me/tokens", headers={"Cookie": cookie, "Origin": self.address})
        assert status == 201, body
        self.instructor = body["token"]
        status, body, _ = self.ask("POST", "/api/v1/join-codes", token=self.instructor)
        assert status == 201, body
        self.code = body["code"]
        return self

    def __exit__(self, *failure):
        self.server.__exit__(*failure)

    def kill(self):
        self.server.process.kill()
        self.server.process.wait()

    def start(self):
        """Starts the server again, at the same address and with the same database."""
        command = list(self.server.command)
        command[command.index("--port") + 1] = self.address.rsplit(":", 1)[1]
        self.server.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.server.process.stdout.readline().startswith("listening on ")

    def ask(self, method, path, body=None, token=None, headers={}):
        """Status, JSON and fields of an answer."""
        fields = dict(headers)
        if token:
            fields["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            fields["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, data=data, headers=fields, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None, answer.headers
        except urllib.error.HTTPError as answer:
            return answer.code, json.loads(answer.read() or b"null"), answer.headers

    def student(self, name):
        """A new student's token."""
        status, body, _ = self.ask("POST", "/api/v1/enrolments", {"code": self.code, "name": name}, headers={"Idempotency-Key": str(uuid.uuid4())})
        assert status == 201, body
        return body["token"]

    def sign_in(self, page, token):
        """Signs a page's browser in, without going anywhere."""
        status, body, headers = self.ask("POST", "/api/v1/sessions", {"token": token})
        assert status == 201, body
        name, value = headers["Set-Cookie"].split(";")[0].split("=", 1)
        page.context.add_cookies([{"name": name, "value": value, "url": self.address, "httpOnly": True, "sameSite": "Lax"}])

    def submissions(self, token, exercise):
        """What a student has handed in, as the API tells it."""
        status, body, _ = self.ask("GET", "/api/v1/me/grades", token=token)
        assert status == 200, body
        return [one for one in body["history"] if one["exercise"] == exercise]

    def page(self, path, token=None, **options):
        """A page of this server, of a student if a token is given."""
        return SignedPage(self, path, token, options)


class SignedPage:
    def __init__(self, classroom, path, token, options):
        self.classroom, self.path, self.token = classroom, path, token
        self.opened = classroom.site.page(None, address=classroom.address, **options)

    def __enter__(self):
        page = self.opened.__enter__()
        try:
            if self.token:
                self.classroom.sign_in(page, self.token)
            page.goto(self.classroom.address + self.path)
        except BaseException:
            page.context.close()
            raise
        return page

    def __exit__(self, *failure):
        return self.opened.__exit__(*failure)


def until(is_so, what, seconds=PATIENCE, page=None):
    """Waits until something holds, asked from here."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"waited in vain: {what}"
        if page:
            page.wait_for_timeout(50)
        else:
            time.sleep(0.05)
