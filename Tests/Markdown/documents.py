"""Markdown documents put together from pieces: each construct alone, in one another, cut and ill-formed."""
import random

WORDS = "wait retry server client 503 phone jitter key lost answer queue budget é 日本 ünder".split()
INLINE = [
    "*{}*", "**{}**", "***{}***", "_{}_", "__{}__", "`{}`", "`` {} ` ``", "~~{}~~", "[{}](/a)", "[{}](</a b> 'c d')",
    "[{}][ref]", "[ref]", "![{}](/a.svg)", "<https://a.example/b?c=d>", "<a@b.example>", "\\*{}\\*", "&amp; {}",
    "&copy;", "&#35;{}", "&#x1F600;", "{}  \n{}", "{}\\\n{}", "*{} **{}* {}**", "**{}", "*{}", "{}*", "_{}", "{}_",
    "a*{}*b", "a_{}_b", "[{}", "]({}", "`{}", "![{}]", "{} < {}", "\"{}\"", "<b>{}</b>", "[a *{}](/b) c*", "***{}**",
    "~~{}", "[*{}*](/x \"t\")", "**[{}](/y)**", "\\[{}](/z)", "[{}\\](/z)", "*{}*{}", "{}**{}**{}",
]
BLOCKS = [
    "{}", "{}\n{}", "# {}", "## {} ##", "### {}\n{}", "{}\n===", "{}\n---", "---", "***", "    {}\n\n    {}", "```\n{}\n```",
    "~~~ text\n{}\n\n{}\n~~~", "> {}", "> {}\n{}", "> {}\n>\n> {}", "- {}", "- {}\n- {}", "- {}\n\n- {}", "* {}\n  {}",
    "1. {}\n2. {}", "7. {}", "- {}\n  - {}\n    - {}", "- {}\n\n  {}", "1. {}\n\n   > {}", "> - {}\n>   {}", "- ```\n  {}\n  ```",
    "| {} | {} |\n| --- | :-: |\n| {} | {} |", "[ref]: /where 'title'", "[{}]: /x", "+ {}\n+ {}\n\n{}", "####### {}",
    "#{}", "-{}", "1.{}", "10) {}\n11) {}", "- {}\n\n\n- {}", "> # {}\n> {}", "\t{}", " - {}\n  - {}", "-\n  {}", "> ```\n> {}",
]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def words(self):
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 4)))

    def inline(self, depth=0):
        pieces = []
        for _ in range(self.random.randint(1, 3)):
            if depth < 2 and self.random.random() < 0.6:
                template = self.random.choice(INLINE)
                while "{}" in template:
                    template = template.replace("{}", self.inline(depth + 2) if self.random.random() < 0.3 else self.words(), 1)
                pieces.append(template)
            else:
                pieces.append(self.words())
        return " ".join(pieces)

    def block(self):
        template = self.random.choice(BLOCKS)
        holds_line = template.startswith(("#", "|", "[", "    ", "\t")) or "```" in template or "~~~" in template
        while "{}" in template:
            text = self.inline()
            if holds_line:
                text = text.replace("\n", " ")
            if template.startswith("|"):
                text = text.replace("|", "").replace("`", "")
            template = template.replace("{}", text, 1)
        return template

    def document(self):
        blocks = [self.block() for _ in range(self.random.randint(1, 6))]
        gap = "\n" if self.random.random() < 0.15 else "\n\n"
        return gap.join(blocks) + "\n"


def documents(count, seed):
    """So many documents; the same for the same seed."""
    writer = Writer(seed)
    return [writer.document() for _ in range(count)]
