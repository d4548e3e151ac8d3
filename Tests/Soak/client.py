"""A plain HTTP/1.1 client that tells a connection that ended before an answer from one that ended within it."""
import socket
import struct

# Longer than any deadline of the server.
PATIENCE = 30


class Gone(Exception):
    """The connection was refused, or ended before a byte of the answer."""


class Cut(Exception):
    """The connection ended within an answer."""


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body


class Connection:
    """One connection; `source` is the loopback address that it comes from."""

    def __init__(self, port, source="127.0.0.1", receive_buffer=None):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            self.socket.bind((source, 0))
            self.socket.connect(("127.0.0.1", port))
        except OSError as error:
            self.socket.close()
            raise Gone(str(error)) from error
        self.reader = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.reader.close()
        self.socket.close()

    def reset(self):
        """Ends the connection with a reset instead of an orderly close."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Gone(str(error)) from error

    def finish(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            raise Gone(str(error)) from error

    def ask(self, method, path, fields=None, body=None):
        self.send(request(method, path, fields, body))
        return self.answer(method)

    def answer(self, method="GET"):
        try:
            line = self.reader.readline()
        except OSError as error:
            raise Gone(str(error)) from error
        if not line:
            raise Gone("closed")
        try:
            return self._rest(line, method)
        except OSError as error:
            raise Cut(str(error)) from error

    def head(self):
        """The answer's status and fields, its body left unread."""
        line = self.reader.readline()
        if not line:
            raise Gone("closed")
        return int(line.split()[1]), self._fields()

    def _rest(self, line, method):
        status = int(line.split()[1])
        fields = self._fields()
        if status < 200:
            return self.answer(method)
        if method == "HEAD" or status in (204, 304):
            return Answer(status, fields, b"")
        if fields.get("transfer-encoding") == "chunked":
            return Answer(status, fields, self._chunks())
        return Answer(status, fields, self._exactly(int(fields["content-length"])))

    def _fields(self):
        fields = {}
        while (line := self._line()) != b"\r\n":
            name, value = line.decode("latin-1").split(":", 1)
            fields[name.lower()] = value.strip()
        return fields

    def _line(self):
        line = self.reader.readline()
        if not line.endswith(b"\n"):
            raise Cut("within a line")
        return line

    def _exactly(self, count):
        data = self.reader.read(count)
        if len(data) != count:
            raise Cut(f"{len(data)} of {count} bytes")
        return data

    def _chunks(self):
        body = b""
        while size := int(self._line(), 16):
            body += self._exactly(size)
            self._exactly(2)
        self._exactly(2)
        return body


def request(method, path, fields=None, body=None):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")
