"""Graphs as lists of edges, `node1,node2,weight,direction1,direction2`, read and written.

Each line stands for its reverse too, unless a sixth column, `arrow`, says `->` and not `<->`.
Source is node1 walked as direction1 says, target is node2 entered against direction2: seen from
either node, the direction is where the edge leads.

Lists of a second kind have a directed graph whose nodes have names: `a,b,->` or `a,b,2.5,->`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import product
from operator import add
from typing import Any

from pylab.base.errors import InstanceError, Place, PylabError, quoted
from pylab.families.theseus.floor import MAX_PLACES
from pylab.families.theseus.graph import Way, assemble, assemble_columns
from pylab.families.theseus.model import FORWARD, OPPOSITE, Edge, Graph, exact
from pylab.text.source import Source

HEADER = "node1,node2,weight,direction1,direction2"
WITH_ARROWS = f"{HEADER},arrow"
MAX_NODES = 100_000
"""As many as five digits can number."""

MAX_WEIGHT = 1_000_000

_FIELDS = WITH_ARROWS.split(",")
_NODE = r"0|[1-9][0-9]{0,4}", f"a node below {MAX_NODES}"
_DIRECTION = r"[urdl]", "one of u, r, d, l"
WEIGHT_WORDS = f"a weight from 0 to {MAX_WEIGHT} with at most {MAX_PLACES} decimals"
_WEIGHT = r"[0-9]{1,7}(?:\.[0-9]{1,6})?(?:[eE][+-]?[0-9]{1,2})?", WEIGHT_WORDS
_ARROW = r"<?->", "<-> or ->"
_COLUMNS = _NODE, _NODE, _WEIGHT, _DIRECTION, _DIRECTION, _ARROW
"""What stands in each field, as a pattern and in words."""


_ROWS = {
    count: re.compile(rf"^({_NODE[0]}),({_NODE[0]}),({_WEIGHT[0]}),([urdl],[urdl]){end}\r*$", re.M)
    for count, end in ((5, "()"), (6, f",({_ARROW[0]})"))
}

_NAME = r"[^\s,\"\\<>]{1,60}"
NAME_WORDS = 'name of 1 to 60 characters, without blanks and without , " \\ < >'
_NAMED = re.compile(rf"({_NAME}),({_NAME})(?:,({_WEIGHT[0]}))?,({_ARROW[0]})")

_Fields = tuple[str, str, str, str, str]
Row = tuple[int, int, Decimal, str, str, bool]
"""A line's fields; the last one says whether it stands for its reverse."""


def read_edges(source: Source) -> Graph:
    """The graph of an edge list, from its first node to its last, both walked up or right.

    Who goes out of a door and comes back by it has walked the reverse as well: that is one edge.

    Raises InstanceError with the place.
    """
    if is_named(source):
        return _read_named(source)
    header = source.text.split("\n", maxsplit=1)[0]
    if header.rstrip("\r") not in (HEADER, WITH_ARROWS):
        wanted = f"expected the header {HEADER}, or a line such as a,b,-> or a,b,2.5,->"
        raise InstanceError(f"{wanted}, found {quoted(header)}", Place(source.name, 1, 1, header))
    rows, known = _rows(source, header.count(",") + 1)
    heads, tails = ([int(row[at]) for row in rows] for at in (0, 1))
    nodes = 1 + max(heads + tails, default=0)
    if nodes < 2:
        place = source.place(source.text.rfind("\n") + 1)
        raise InstanceError("expected edges between at least two nodes, found none", place)
    letters, lines = [row[3] for row in rows], len(rows)
    there = _ways(nodes, heads, tails, letters)
    again = _ways(nodes, tails, heads, [each[::-1] for each in letters])
    sources, targets, headings = ([*one, *two] for one, two in zip(there, again, strict=True))
    given: list[int] = []
    for number, row in enumerate(rows):
        given.append(number)
        if row[4] != "->" and sources[number] != sources[lines + number]:
            given.append(lines + number)
    weights, tags = [known[row[2]] for row in rows] * 2, [*range(lines)] * 2
    columns: list[list[Any]] = [sources, targets, weights, tags, [()] * len(tags), headings]
    graph, indices = assemble_columns(nodes, columns, given, 0, nodes - 1)
    return replace(graph, listed=tuple(indices[:lines]))


def _ways(
    nodes: int, heads: list[int], tails: list[int], letters: list[str]
) -> tuple[Iterable[int], Iterable[int], Iterable[str]]:
    """Sources, targets and headings of ways between doors, with directions such as `u,r`."""
    leaving = {each: 0 if each in FORWARD else nodes for each in OPPOSITE}
    turns = {
        f"{out},{back}": (leaving[out], nodes - leaving[back], out + back)
        for out, back in product(OPPOSITE, repeat=2)
    }
    out, into, headings = zip(*map(turns.__getitem__, letters), strict=True)
    return map(add, heads, out), map(add, tails, into), headings


def is_named(source: Source) -> bool:
    """Whether the first line is one of a list of edges between nodes with names."""
    return bool(_NAMED.fullmatch(source.text.split("\n", maxsplit=1)[0].rstrip("\r")))


def is_name(text: str) -> bool:
    """Whether a node can be called that."""
    return bool(re.fullmatch(_NAME, text))


def _read_named(source: Source) -> Graph:
    """Paths lead from the node that is named first to the one whose first mention is last.

    Nodes are walked up or right only, and numbered in the order in which they are named.
    """
    number: dict[str, int] = {}
    ways: list[Way] = []
    for above, text in enumerate(source.text.split("\n")):
        line = Source(source.name, text.rstrip("\r"), above)
        if not line.text.strip():
            continue
        first, second, weight, both = _named_row(line)
        a, b = (number.setdefault(name, len(number)) for name in (first, second))
        if len(number) > MAX_NODES:
            raise InstanceError(f"expected at most {MAX_NODES} nodes, found more", line.place(0))
        ways.append(Way(a, b, weight, above))
        if both and a != b:
            ways.append(Way(b, a, weight, above))
    if len(number) < 2:
        raise InstanceError("expected edges between at least two nodes, found one", line.place(0))
    graph, _ = assemble(len(number), ways, 0, len(number) - 1)
    return replace(graph, names=tuple(number))


def _named_row(line: Source) -> tuple[str, str, Decimal, bool]:
    found = _NAMED.fullmatch(line.text)
    weight = weight_of(found[3] or "1") if found else None
    if found is not None and weight is not None:
        return found[1], found[2], weight, found[4] == "<->"
    fields = line.text.split(",")
    if not 3 <= len(fields) <= 4:
        wanted = "NODE,NODE,-> or NODE,NODE,WEIGHT,->"
        raise InstanceError(f"expected {wanted}, found {quoted(line.text)}", line.place(0))
    kinds = [(_NAME, f"a node's {NAME_WORDS}")] * 2 + [_WEIGHT] * (len(fields) == 4) + [_ARROW]
    for at, (field, (pattern, what)) in enumerate(zip(fields, kinds, strict=True)):
        if not re.fullmatch(pattern, field) or (what == WEIGHT_WORDS and weight_of(field) is None):
            place = line.place(len(",".join(fields[:at])) + (at > 0))
            raise InstanceError(f"expected {what}, found {quoted(field)}", place)
    raise AssertionError(line.text)


def write_edges(graph: Graph) -> str:
    """The graph as an edge list: the lines that it was read from, in their order, if it was.

    Directions that nobody said are right and left. Raises PylabError for what lines can't say: a
    passage of other edges than one and its reverse, and other ends than those of a list.
    """
    by_passage: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        by_passage.setdefault(edge.passage, []).append(edge)
    named = [graph.edges[index].key for index in graph.listed]
    known = set(named)
    lines: dict[tuple[int, int, int], Row] = {}
    for edges in by_passage.values():
        first = min(edges, key=lambda edge: (edge.key not in known, *_rank(edge, graph.nodes)))
        source, target = first.source, first.target
        back = graph.reverse(target), graph.reverse(source), first.weight
        ways = Counter((edge.source, edge.target, edge.weight) for edge in edges)
        both = ways == Counter({(source, target, first.weight), back})
        if not both and len(edges) > 1:
            raise PylabError(
                f"a line of a list of edges is one passage, of an edge u -> v and v' -> u' only, "
                f"but that from state {source} to state {target} shares its passage with others; "
                "use another format"
            )
        letters = first.heading or "rl"[source >= graph.nodes] + "lr"[target >= graph.nodes]
        ends = source % graph.nodes, target % graph.nodes
        lines[first.key] = (*ends, first.weight, letters[0], letters[1], both)
    last = max((max(line[:2]) for line in lines.values()), default=0)
    if (graph.start, graph.goal, last) != (0, graph.nodes - 1, graph.nodes - 1):
        raise PylabError(
            f"a list of edges leads from state 0 to that of its last door, {last}, but this graph "
            f"from state {graph.start} to state {graph.goal}; use another format"
        )
    ordered = [lines[key] for key in named] if named else sorted(lines.values())
    header, arrows = HEADER, ("", "")
    if not all(both for *_, both in ordered):
        header, arrows = WITH_ARROWS, (",->", ",<->")
    written = [f"{a},{b},{_decimal(w)},{c},{d}{arrows[both]}" for a, b, w, c, d, both in ordered]
    return "".join(f"{line}\n" for line in [header, *written])


def _rank(edge: Edge, nodes: int) -> tuple[bool, tuple[int, int, int]]:
    """A line starts at the door with the smaller number."""
    return edge.source % nodes > edge.target % nodes, edge.key


def _decimal(weight: Decimal) -> str:
    """A weight with one decimal place at least."""
    text = f"{weight:f}"
    return text if "." in text else f"{text}.0"


def _rows(source: Source, columns: int) -> tuple[list[_Fields], dict[str, Decimal]]:
    """The fields of each line, of which an arrow may be empty, and what the weights are."""
    rows: list[_Fields] = _ROWS[columns].findall(source.text)
    weights = {word: weight_of(word) for word in {row[2] for row in rows}}
    known = {word: weight for word, weight in weights.items() if weight is not None}
    if len(rows) < source.text.rstrip().count("\n") or len(known) < len(weights):
        for above, line in enumerate(source.text.split("\n")[1:], 1):
            found = _ROWS[columns].match(line)
            if line.strip() and (found is None or found[3] not in known):
                raise _misfit(Source(source.name, line.rstrip("\r"), above), columns)
    return rows, known


def _misfit(line: Source, columns: int) -> InstanceError:
    """What is wrong with a line."""
    fields = line.text.split(",")
    if len(fields) != columns:
        return InstanceError(f"expected {columns} fields, found {len(fields)}", line.place(0))
    named = zip(fields, _FIELDS, _COLUMNS, strict=False)
    index, wanted = 2, WEIGHT_WORDS
    for number, (field, name, (pattern, what)) in enumerate(named):
        if not re.fullmatch(pattern, field):
            index, wanted = number, what if name == "weight" else f"{what} as {name}"
            break
    place = line.place(len(",".join(fields[:index])) + (index > 0))
    return InstanceError(f"expected {wanted}, found {quoted(fields[index])}", place)


@lru_cache(maxsize=1 << 12)
def weight_of(word: str) -> Decimal | None:
    """A weight, None if the word is no number, or one that is too large or too fine."""
    if not re.fullmatch(_WEIGHT[0], word):
        return None
    weight = exact(Decimal(word))
    fits = weight <= MAX_WEIGHT and -int(weight.as_tuple().exponent) <= MAX_PLACES
    return weight if fits else None
