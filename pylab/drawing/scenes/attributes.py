"""What clingraph's `attr/4` says of graphs, nodes and edges, as texts, numbers and colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from pylab.base.errors import short
from pylab.drawing import palette
from pylab.drawing.palette import INK, SCALE
from pylab.drawing.scenes.schema import COLOURS, LIMITS, TABLE
from pylab.drawing.scenes.terms import Term, words, written

_KNOWN = TABLE["graph"]
_NAMED = (_KNOWN["colours"], COLOURS)
_LIST = re.compile(r"\{\{\s*([^\s{}\[\]]+)\s*(?:\[\s*([^\[\]{}]*?)\s*\])?\s*\}\}")
_TAGS = re.compile(r"<[^<>]*>")
SEVERAL = ("graph", "graph_nodes", "graph_edges", "node", "edge")
"""What attributes can be said of."""


@dataclass
class Attributes:
    """All attributes, and what is odd about them.

    Attributes:
        only: the graph, if there is one alone.
        remarks: what can't be read.
        left_out: what isn't drawn, each once.
    """

    only: str = "default"
    remarks: list[str] = field(default_factory=list)
    left_out: dict[str, None] = field(default_factory=dict)
    _known: dict[tuple[str, str], dict[str, dict[tuple[Any, ...], Term]]] = field(
        default_factory=dict
    )

    def note(self, term: Term, kind: Term, of: Term, attribute: Term, value: Term) -> None:
        """Note an attribute; one that isn't drawn is named."""
        name, *parts = (isinstance(attribute, list) and attribute[1:]) or [attribute]
        where = {"graph_nodes": "node", "graph_edges": "edge"}.get(str(kind), str(kind))
        if kind not in SEVERAL:
            expected = f"expected one of {', '.join(SEVERAL)}"
            self.remarks.append(f"{short(written(term), 100)}: {expected}")
        elif words(name) not in _KNOWN[where]:
            self.left_out[f"{where}'s {short(words(name))}"] = None
        else:
            known = self._known.setdefault((str(kind), written(of)), {})
            values, part = known.setdefault(words(name), {}), tuple(map(words, parts))
            if part in values:
                before = ["attr", kind, of, attribute, values[part]]
                expected = "expected one value of an attribute; the last of several is drawn"
                self.remarks.append(f"{short(written(before), 100)}: {expected}")
            values[part] = value

    def said(self, kind: str, of: str, graph: str, name: str) -> str | None:
        """The text of an attribute: its own, else its graph's, else that of all graphs."""
        several = {"node": "graph_nodes", "edge": "graph_edges"}.get(kind)
        places = [(kind, of)]
        if several:
            places += [(several, graph), (several, self.only), (several, "default")]
        for place in places:
            parts = self._known.get(place, {}).get(name)
            if parts is not None:
                return self._composed(parts)
        return None

    def own_colour(self, node: str) -> str | None:
        """The colour that facts name for this very node; None without one, or for its part.

        Of the palette's names only those count that say what a node is.
        """
        own = self._known.get(("node", node), {})
        parts = own.get("fillcolor", own.get("color"))
        named = None if parts is None else self._composed(parts)
        hidden = named not in (None, "hero", "goal") and hasattr(palette, str(named).upper())
        return None if hidden else named

    def stands_out(self, edge: str) -> bool:
        """Whether facts give this very edge a colour or a width."""
        return not {"color", "penwidth"}.isdisjoint(self._known.get(("edge", edge), {}))

    def of_graph(self, graph: str, name: str) -> str | None:
        """An attribute of a graph, else that of all graphs."""
        own = self.said("graph", graph or self.only, "", name)
        return own or self.said("graph", "default", "", name)

    def _composed(self, parts: Mapping[tuple[Any, ...], Term]) -> str:
        """An attribute's text: its template with the parts in it, or its parts in a row."""
        if () not in parts:
            return "".join(words(each) for each in parts.values())
        text = words(parts[()])
        if "{%" in text:
            self.left_out["templates with {% %}"] = None
            text = re.sub(r"\{%.*?%\}", "", text)

        def filled(found: re.Match[str]) -> str:
            key = (found[1],) if found[2] is None else (found[1], found[2].strip("'\""))
            return words(parts.get(key, '"'))

        return _LIST.sub(filled, text)

    def colour(self, text: str | None, scheme: str | None, otherwise: str) -> str:
        """A colour by Graphviz' names, by pylab's, of a scheme or as #rrggbb; nothing else.

        Of a gradient, `gray90:gray80`, it is the first; X11's shades, `blue4`, are as `blue`.
        """
        if not text:
            return otherwise
        text = re.split("[:;]", text)[0].strip().lower()
        bare = text.rsplit("/", 1)[-1]
        grey = re.fullmatch(r"gr[ae]y(\d{1,2}|100)", text)
        if grey:
            shade = round(int(grey[1]) * 2.55)
            return f"#{shade:02x}{shade:02x}{shade:02x}"
        if re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", text):
            return text[:7]
        if bare.isdecimal() and (scheme or "/" in text):
            return SCALE[(int(bare[:6]) + len(SCALE) - 1) % len(SCALE)]
        if bare == "black":
            return INK
        plain = re.sub("[1-4]$", "", bare)
        known = next(
            (found[each] for each in (bare, plain) for found in _NAMED if each in found), None
        )
        if known is None:
            if text not in ("transparent", "none"):
                self.remarks.append(f"there is no colour {short(text)}")
            return otherwise
        return str(known)

    def number(self, text: str | None, otherwise: float, most: float) -> float:
        """A number from 0 to `most`, as an attribute says it."""
        found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*", text or "")
        if text and not found:
            self.remarks.append(f"expected a number, found {short(text)}")
        return min(most, float(found[1])) if found else otherwise


def lines_of(text: str) -> list[str]:
    """The lines of a label; of an HTML-like one its text, a line for each row."""
    if text.startswith("<") and text.endswith(">"):
        text = re.sub(r"(?i)<br\s*/?>|</tr\s*>", "\n", text[1:-1])
        text = unescape(_TAGS.sub("", re.sub(r"(?i)</td\s*>", " ", text)))
    found = [each.strip() for each in re.split(r"\n|\\[nlr]", text)]
    limit = LIMITS["text"]
    return [each[:limit] for each in found if each][:40]
