"""Where our HTML differs from CommonMark's on purpose, or because MD4C 0.4.8 reads an older CommonMark."""
import re

# What tells a text that may differ, and why it may.
REASONS = [
    (re.compile(r"^\s*>\s*\[!\w+\]", re.M), "`> [!NOTE]` is an alert"),
    (re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s", re.M), "`- [ ]` is a task"),
    (re.compile(r"\$"), "dollars hold maths"),
    (re.compile(r"(?<![<\w])(?:https?://|\w+@\w+\.\w)"), "a bare address is a link"),
    (re.compile(r"(?<!~)~(?!~)"), "`~one~` tilde strikes too, as on GitHub"),
    (re.compile(r"^[^\n|]+\n *\|.*\n *\| *:?-", re.M), "a table does not interrupt a paragraph: `course check` says so"),
    (re.compile(r"^```math", re.M), "a fence `math` holds maths"),
    (re.compile(r"\]\(\s*<?\s*(?!https?:|mailto:)[a-zA-Z][a-zA-Z0-9+.-]*:"), "only http, https and mailto may be linked"),
    (re.compile(r"\]\((?:\./)?\d+-[a-z0-9-]+\.md|\]\(glossary\.md"), "a lesson's file name is its address"),
    (re.compile(r"\[.*<[^>\n]+>.*\]\(", re.S), "an address among a link's words is no link of its own"),
    # MD4C 0.4.8, each seen and reported nowhere else by us:
    (re.compile(r"^[ >]*[-*+]\n +\S", re.M), "MD4C: an item whose first line is empty does not make its list loose"),
    (re.compile(r"^[ >]*\[[^\]\n]+\]: .*\n(?:\t| {4}|[-=]|\d+[.)])", re.M), "MD4C: what follows a definition at once is a paragraph"),
    (re.compile(r"^ *\|.*\n(?:[ \t]*[^|\s]|\n(?:\t| {4}))", re.M), "MD4C: only an empty line, and no indented one behind it, ends a table"),
    (re.compile(r"^ *\|[^|\n]*\|[^|\n]*\|.*\n *\| *:?-+:? *\|? *$", re.M), "MD4C: a table may have more headings than columns: `course check` says so"),
    (re.compile(r"^ *>.*\n(?:\t| {4}|```|~~~)", re.M), "MD4C: code that ends a quotation's fence is a paragraph"),
    (re.compile(r"^ *\|.*\\\].*\|", re.M), "MD4C: a bracket may open in one cell and close in another"),
    (re.compile(r"~~[^~]*\s~~"), "MD4C: a tilde pair that could open or not strikes from the first"),
    (re.compile(r"[\x00-\x08\x0B-\x1F\x7F]"), "control characters are shown as U+FFFD"),
]


def reason(text):
    """Why the renderings of a text may differ, or None."""
    return next((why for pattern, why in REASONS if pattern.search(text)), None)
