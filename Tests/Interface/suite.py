"""Sends what the OpenAPI document allows and what it does not, and holds the answers against it."""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course_server import Client, Server, instructor, students

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COURSE = os.environ.get("COURSE", str(ROOT / ".build/release/course"))
# Experiments are left to the Swift tests: what they allow can run for seconds.
PATHS = "^/api/v1/(?!experiments)"


def check(who, server, token, folder):
    command = [
        str(HERE / ".venv/bin/st"), "--config-file", str(HERE / "schemathesis.toml"), "run", f"{server.address}/openapi.json",
        "--url", server.address, "--include-path-regex", PATHS, "--phases", "examples,coverage,fuzzing",
        "--max-examples", "10", "--seed", "1", "--continue-on-failure", "--no-color", "--warnings", "off",
        # What the schema allows may still be refused: for the role, the limit, or a state such as no attempt left.
        "--exclude-checks", "positive_data_acceptance"]
    if token is None:
        # Everything else answers 401.
        command += ["--exclude-checks", "positive_data_acceptance,ignored_auth"]
    else:
        command += ["-H", f"Authorization: Bearer {token}"]
    person = "1" if token is None else Client(server.port, token).ask("GET", "/api/v1/me").json["person"]["id"]
    outcome = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=os.environ | {"COURSE_PERSON": person})
    if outcome.returncode != 0:
        print(outcome.stdout, outcome.stderr, sep="\n")
        raise SystemExit(f"interface: as {who}, the answers are not what the document says")
    print(f"interface: as {who}, every answer is what the document says", flush=True)


def check_with_server_of_its_own(who):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(COURSE, ROOT, folder)
        server.start()
        try:
            token = {
                "nobody": lambda: None, "a student": lambda: students(server, 1)[0],
                "the instructor": lambda: instructor(server).token}[who]()
            check(who, server, token, folder)
        finally:
            server.stop()


def main():
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(check_with_server_of_its_own, ("nobody", "a student", "the instructor")))


if __name__ == "__main__":
    main()
