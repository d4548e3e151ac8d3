"""The server under test: started on one port and one database, killed without warning, started again."""
import http.client
import json
import os
import signal
import socket
import subprocess


def reserved_port():
    """A socket whose port nobody else gets while it is open, but whoever asks for it by its number, and may share it."""
    reservation = socket.socket()
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reservation.bind(("127.0.0.1", 0))
    return reservation


class Server:
    def __init__(self, course, root, folder):
        self.database = os.path.join(folder, "course.sqlite")
        self.reservation = reserved_port()
        self.port = self.reservation.getsockname()[1]
        self.command = [
            course, "serve", "--port", str(self.port), "--database", self.database, "--log", "none",
            "--submissions-per-minute", "1000000"]
        self.root = root
        self.process = None
        self.link = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Blocks until it accepts connections."""
        self.process = subprocess.Popen(self.command, cwd=self.root, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit(f"the server did not start: {line!r}")
        if self.link is None:
            self.link = self.process.stdout.readline().split()[-1]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(120)
        self.process.stdout.close()
        if status != 0:
            raise SystemExit(f"the server ended with status {status}")


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """One connection of one person, made again whenever it breaks."""

    def __init__(self, port, token=None, timeout=60):
        self.port, self.token, self.timeout = port, token, timeout
        self.connection = None

    def ask(self, method, path, body=None, **fields):
        """Raises OSError or HTTPException if there is no answer."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if isinstance(body, dict):
            body = json.dumps(body).encode()
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        if response.will_close:
            self.close()
        return answer

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def instructor(server):
    """Follows the link of the first start, and returns a client with a token of the instructor's."""
    client = Client(server.port)
    token = server.link.split("token=")[1]
    signed_in = client.ask("POST", "/api/v1/sessions", {"token": token})
    assert signed_in.status == 201, signed_in.body
    cookie = signed_in.headers["Set-Cookie"].split(";")[0]
    made = client.ask("POST", "/api/v1/me/tokens", Cookie=cookie, Sec_Fetch_Site="same-origin")
    assert made.status == 201, made.body
    return Client(server.port, made.json["token"])


def students(server, count):
    """Lets so many students join, and returns their tokens."""
    code = instructor(server).ask("POST", "/api/v1/join-codes").json["code"]
    client = Client(server.port)
    tokens = []
    for number in range(count):
        joined = client.ask(
            "POST", "/api/v1/enrolments", {"code": code, "name": f"Student {number}"},
            Idempotency_Key=f"enrolment-of-student-{number}")
        assert joined.status == 201, joined.body
        tokens.append(joined.json["token"])
    return tokens
