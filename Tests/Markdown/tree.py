"""HTML as a list of what it says, by which two renderings of one text are compared.

Left out is what we add or write otherwise on purpose:

- headings stand in a `div` with a link to themselves, and have ids;
- tables stand in a `div` that scrolls; columns are aligned by class; a heading that is empty is a `td`;
- links to elsewhere have `rel`; a lesson's file name becomes its address;
- images load lazily; code has a class for its language, spans for colours, and a focus if it may have to scroll;
- raw HTML is text in both (ours always, the other one's by its option);
- blanks between blocks.
"""
import urllib.parse
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input"}
BLOCK = {"p", "ul", "ol", "li", "blockquote", "pre", "table", "thead", "tbody", "tr", "th", "td", "hr",
         "h1", "h2", "h3", "h4", "h5", "h6"}
KEPT = {"a": ["href", "title"], "img": ["src", "alt", "title"], "ol": ["start"]}
SAME = {"del": "s"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.says = []
        self.in_anchor = False
        self.in_code_block = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("div", "span"):
            return
        if tag == "a" and attributes.get("class") == "anchor":
            self.in_anchor = True
            return
        if tag == "pre":
            self.in_code_block = True
        kept = [(name, self.value(name, attributes[name])) for name in KEPT.get(tag, []) if attributes.get(name)]
        tag = SAME.get(tag, tag)
        self.says.append(("<td" if tag == "th" else "<" + tag, *kept))

    def handle_endtag(self, tag):
        if tag in ("div", "span") or tag in VOID:
            return
        if tag == "a" and self.in_anchor:
            self.in_anchor = False
            return
        if tag == "pre":
            self.in_code_block = False
        tag = SAME.get(tag, tag)
        self.says.append(("</td",) if tag == "th" else ("</" + tag,))

    def handle_data(self, data):
        if self.in_anchor:
            return
        if self.says and self.says[-1][0] == "text":
            data = self.says.pop()[1] + data
        self.says.append(("text", data if self.in_code_block else " ".join(data.replace("\n", " ").split(" "))))

    @staticmethod
    def value(name, value):
        # A line end in a description or a title is a space of ours.
        return urllib.parse.unquote(value) if name in ("href", "src") else " ".join(value.split())


def tree(html):
    """What HTML says, blanks at the edges of blocks left out."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    says = reader.says
    result = []
    for index, (kind, *rest) in enumerate(says):
        if kind == "text":
            text = rest[0]
            before = says[index - 1][0].lstrip("</") if index else "p"
            after = says[index + 1][0].lstrip("</") if index + 1 < len(says) else "p"
            if before in BLOCK or before == "br":
                text = text.lstrip(" \n")
            if after in BLOCK or after == "br":
                text = text.rstrip(" \n")
            if not text:
                continue
            if result and result[-1][0] == "text":
                text = result.pop()[1] + text
            result.append(("text", " ".join(text.split())))
        else:
            result.append((kind, *rest))
    return result
