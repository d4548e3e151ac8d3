"""Renders texts with our renderer and with markdown-it, and says where the two differ in more than we mean to."""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from markdown_it import MarkdownIt

import differences
from documents import documents
from tree import tree

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / ".build/markdown"


def ours(texts):
    """The HTML of each text, by way of a test that is there for this alone."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    (SCRATCH / "texts.jsonl").write_text("".join(json.dumps(text) + "\n" for text in texts))
    (SCRATCH / "html.jsonl").unlink(missing_ok=True)
    finished = subprocess.run(
        ["swift", "test", "-c", "release", "--skip-build", "--filter", "RenderingForComparison"], cwd=ROOT,
        env=os.environ | {"COURSE_MARKDOWN_TEXTS": str(SCRATCH / "texts.jsonl"), "COURSE_MARKDOWN_HTML": str(SCRATCH / "html.jsonl")},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if finished.returncode != 0 or not (SCRATCH / "html.jsonl").exists():
        sys.exit("The texts could not be rendered:\n" + finished.stdout[-3000:])
    lines = (SCRATCH / "html.jsonl").read_text().splitlines()
    if len(lines) != len(texts):
        sys.exit(f"{len(texts)} texts gave {len(lines)} renderings.")
    return [json.loads(line) for line in lines]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=5000, help="how many documents are generated")
    options.add_argument("--seed", type=int, default=1, help="from which")
    options = options.parse_args()

    cases = (ROOT / "Tests/Cases/markdown-examples.jsonl").read_text().splitlines()
    examples = [json.loads(line)["markdown"] for line in cases]
    texts = examples + documents(options.count, options.seed)
    other = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])

    start = time.monotonic()
    differing, explained = [], {}
    for text, html in zip(texts, ours(texts)):
        theirs = other.render(text)
        if tree(html) == tree(theirs):
            continue
        reason = differences.reason(text)
        if reason:
            explained[reason] = explained.get(reason, 0) + 1
        else:
            differing.append((text, html, theirs))
    for text, html, theirs in sorted(differing, key=lambda one: len(one[0]))[:10]:
        print(f"--- text\n{text}\n--- ours\n{html}\n--- theirs\n{theirs}\n")
    print(f"{len(texts)} texts in {time.monotonic() - start:.0f} s, {len(differing)} of them differ without a reason")
    for reason, count in sorted(explained.items()):
        print(f"{count:6} differ on purpose: {reason}")
    sys.exit(1 if differing else 0)


main()
