"""Reads graphs from GraphML: nodes and edges, and of their data `weight`, `passage` and `end`.

(U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall: GraphML Progress Report, Graph
Drawing 2001.) What else stands in a file means nothing here, but for what would change the graph:
hyperedges, and graphs within nodes, are refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from xml.parsers import expat

from pylab.base.errors import InstanceError, quoted
from pylab.families.theseus.edgelist import MAX_NODES, NAME_WORDS, WEIGHT_WORDS, is_name, weight_of
from pylab.families.theseus.graph import Way, assemble
from pylab.families.theseus.model import Graph
from pylab.text.source import Source

_ENDS = "start", "goal"


def is_graphml(source: Source) -> bool:
    """Whether a text begins as XML does, or its file has GraphML's ending."""
    return source.name.endswith(".graphml") or source.text.lstrip("\ufeff \t\r\n").startswith("<")


def read_graphml(source: Source) -> Graph:
    """The graph; its nodes are numbered in their order, and walked up or right only.

    Edges with the same `passage` are each other's reverses. Paths lead from the node whose data
    says that its `end` is `start`, else from the first node, to the one whose `end` is `goal`,
    else to the last.

    Raises InstanceError with the place.
    """
    return _Reader(source).graph()


class _Reader:
    """What has been read so far."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names: dict[str, int] = {}
        self.edges: list[tuple[str, str, bool, int, dict[str, str]]] = []
        self.ends: dict[str, int] = {}
        self.keys: dict[str, str] = {}
        self.directed = True
        self.open: list[str] = []
        self.data: dict[str, str] = {}
        self.key = ""
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    def graph(self) -> Graph:
        try:
            self.parser.Parse(self.source.text.lstrip("\ufeff"), True)
        except expat.ExpatError as error:
            raise self._error(f"expected GraphML: {expat.ErrorString(error.code)}") from None
        if len(self.names) < 2:
            raise self._error(f"expected at least two nodes, found {len(self.names) or 'none'}")
        start, goal = (
            self.ends.get(name, other)
            for name, other in zip(_ENDS, (0, len(self.names) - 1), strict=True)
        )
        if start == goal:
            raise self._error("expected a goal other than the start, found the same node")
        graph, _ = assemble(len(self.names), [*self._ways()], start, goal)
        return replace(graph, names=tuple(self.names))

    def _ways(self) -> Iterator[Way]:
        for number, (first, second, both, at, data) in enumerate(self.edges):
            a, b = self._node(first, at), self._node(second, at)
            weight = weight_of(data.get("weight", "1").strip())
            if weight is None:
                found = quoted(data["weight"].strip())
                raise self._error(f"expected {WEIGHT_WORDS}, found {found}", at)
            tag: Hashable = ("passage", data["passage"]) if "passage" in data else number
            yield Way(a, b, weight, tag)
            if both and a != b:
                yield Way(b, a, weight, tag)

    def _node(self, name: str, at: int) -> int:
        if name not in self.names:
            raise self._error(f"expected the id of a node, found {quoted(name)}", at)
        return self.names[name]

    def _begin(self, tag: str, given: Mapping[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        within = self.open[-1] if self.open else ""
        self.open.append(tag)
        if not within and tag != "graphml":
            raise self._error(f"expected <graphml>, found <{tag}>")
        match tag:
            case "key":
                self.keys[given.get("id", "")] = given.get("attr.name", given.get("id", ""))
            case "graph":
                if self.open.count("graph") > 1 or self.names:
                    raise self._error("expected one graph, found another")
                self.directed = given.get("edgedefault", "directed") != "undirected"
            case "node":
                self._add(given.get("id", ""))
                self.data = {}
            case "edge":
                ends = given.get("source", ""), given.get("target", "")
                directed = given.get("directed", str(self.directed)).lower() in ("true", "1")
                self.data = {}
                at = self.parser.CurrentByteIndex
                self.edges.append((*ends, not directed, at, self.data))
            case "data":
                self.key = self.keys.get(given.get("key", ""), given.get("key", ""))
                self.data[self.key] = ""
            case "hyperedge":
                raise self._error("expected edges between two nodes, found a hyperedge")

    def _add(self, name: str) -> None:
        if not is_name(name):
            raise self._error(f"expected as a node's id a {NAME_WORDS}, found {quoted(name)}")
        if name in self.names:
            raise self._error(f"expected a new id of a node, found {quoted(name)} again")
        if len(self.names) == MAX_NODES:
            raise self._error(f"expected at most {MAX_NODES} nodes, found more")
        self.names[name] = len(self.names)

    def _text(self, text: str) -> None:
        if self.open[-1] == "data":
            self.data[self.key] += text

    def _end(self, _: str) -> None:
        if self.open.pop() == "node":
            end = self.data.get("end", "").strip()
            if end in _ENDS and self.ends.setdefault(end, len(self.names) - 1) != (
                len(self.names) - 1
            ):
                raise self._error(f"expected one {end}, found another")

    def _doctype(self, *_: object) -> None:
        raise self._error("expected GraphML without a document type, found one")

    def _error(self, message: str, at: int | None = None) -> InstanceError:
        """An error at a byte of the text, or where the parser is."""
        data = self.source.text.lstrip("\ufeff").encode()
        index = self.parser.CurrentByteIndex if at is None else at
        before = data[: max(0, index)].decode(errors="ignore")
        return InstanceError(message, self.source.place(len(before)))
