"""The server under test: start, readings from /proc, stop."""
import os
import select
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from client import Connection, Cut, Gone

START_LIMIT = 20
STOP_LIMIT = 10


class Server:
    """`generation` counts starts; `steady` is false from just before a stop until the next start is ready."""

    def __init__(self, course, root, log):
        self.course, self.root, self.log = course, root, log
        self.folder = tempfile.TemporaryDirectory()
        self.port, self.generation, self.steady, self.process = 0, 0, False, None

    def start(self):
        self.process = subprocess.Popen(
            [self.course, "serve", "--port", str(self.port), "--log", "problems",
             "--database", f"{self.folder.name}/course.sqlite"], cwd=self.root,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        ready, _, _ = select.select([self.process.stdout], [], [], START_LIMIT)
        line = self.process.stdout.readline() if ready else ""
        if not line.startswith("listening on http://"):
            raise SystemExit(f"the server did not start: {line or 'no address'}")
        self.port = int(line.rsplit(":", 1)[1])
        if self.status("/readyz") != 200:
            raise SystemExit("the server accepts connections and is not ready")
        self.generation += 1
        self.steady = True

    def status(self, path):
        try:
            with Connection(self.port) as connection:
                return connection.ask("GET", path).status
        except (Gone, Cut):
            return None

    def stop(self):
        """Returns the exit status, None if it had to be killed, and the seconds that it took."""
        self.steady = False
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = None
        self.process.stdout.close()
        return status, time.monotonic() - began

    def has_died(self):
        return self.process.poll() is not None

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def resident(self):
        """In MiB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
