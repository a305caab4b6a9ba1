"""Graphs for other programs, as GraphML, JSON and edge lists, and routes as lines of CSV."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from pylab.base.errors import PylabError
from pylab.families.theseus.edgelist import write_edges
from pylab.families.theseus.graph import graph_of, reduce
from pylab.families.theseus.log import lines
from pylab.families.theseus.model import (
    Analysis,
    Count,
    Histogram,
    Log,
    NoRoute,
    Plan,
    Puzzle,
    Route,
    Statistics,
    Summary,
    Witness,
    mean,
)
from pylab.family.derived import Obstacles


def csv_row(_puzzle: Puzzle, route: Witness) -> str:
    """One route as a line of CSV: its kind, length, weight, states, and the lanes between them.

    States and lanes are numbers, separated by spaces. There is no line of titles, so that the
    number of lines is the number of routes.

    Raises PylabError for a witness that is no route.
    """
    if not isinstance(route, Route):
        raise PylabError("only paths and cycles make lines of CSV")
    return ",".join(
        (
            "cycle" if route.cycle else "path",
            str(route.length),
            f"{route.weight:f}" if route.weights else "",
            " ".join(map(str, route.states)),
            " ".join(map(str, route.lanes)),
        )
    )


def edge_list(puzzle: Puzzle) -> str:
    """The graph, of a plan the reduced one, in the format of edge lists, as `pylab` reads it.

    Raises PylabError for what that format can't say: limits, edges that can't be walked in both
    directions, other ends than its own.
    """
    _refuse_limits(puzzle, "a list of edges")
    graph = graph_of(puzzle)
    return write_edges(reduce(graph).graph if isinstance(puzzle.floor, Plan) else graph)


def _refuse_limits(puzzle: Puzzle, what: str) -> None:
    if puzzle.rules.limits:
        kinds = ", ".join(puzzle.rules.limits)
        raise PylabError(f"{what} can't say what is limited ({kinds}); use json")


def graphml(puzzle: Puzzle) -> str:
    """The graph as GraphML: a node a state, with its door; an edge a way, with its weight.

    Raises PylabError for limits, which it has no place for.
    """
    _refuse_limits(puzzle, "GraphML")
    graph = graph_of(puzzle)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="label" for="node" attr.name="label" attr.type="string"/>',
        '  <key id="door" for="node" attr.name="door" attr.type="int"/>',
        '  <key id="end" for="node" attr.name="end" attr.type="string"/>',
        '  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>',
        '  <key id="passage" for="edge" attr.name="passage" attr.type="int"/>',
        '  <graph id="labyrinth" edgedefault="directed">',
    ]
    for state in range(2 * graph.nodes):
        end = {graph.start: "start", graph.goal: "goal"}.get(state, "")
        name = escape(graph.label(state))
        data = f'<data key="label">{name}</data><data key="door">{state % graph.nodes}</data>'
        data += f'<data key="end">{end}</data>' if end else ""
        lines.append(f'    <node id="s{state}">{data}</node>')
    for edge in graph.edges:
        data = f'<data key="weight">{edge.weight:f}</data>'
        data += f'<data key="passage">{edge.passage}</data>'
        ends = f'source="s{edge.source}" target="s{edge.target}"'
        identity = f"e{edge.source}-{edge.target}-{edge.lane}"
        lines.append(f'    <edge id="{identity}" {ends}>{data}</edge>')
    lines += ["  </graph>", "</graphml>"]
    return "".join(f"{line}\n" for line in lines)


def dot(puzzle: Puzzle, witness: Witness | Obstacles | None = None) -> str:
    """The graph for Graphviz, a node a state; the edges of a route are bold."""
    graph = graph_of(puzzle)
    walked = set(witness.keys) if isinstance(witness, Route) else set()
    lines = ["digraph theseus {", "  node [shape=circle];"]
    shapes = {graph.start: "invhouse", graph.goal: "doublecircle"}
    for state in sorted({graph.start, graph.goal} | {s for e in graph.edges for s in e.key[:2]}):
        shape = f", shape={shapes[state]}" if state in shapes else ""
        lines.append(f'  s{state} [label="{graph.label(state)}"{shape}];')
    for edge in graph.edges:
        style = ", style=bold, color=red" if edge.key in walked else ""
        lines.append(f'  s{edge.source} -> s{edge.target} [label="{edge.weight:f}"{style}];')
    return "".join(f"{line}\n" for line in [*lines, "}"])


def json_text(puzzle: Puzzle) -> str:
    """The graph as JSON; weights are strings, so that they stay exact."""
    graph = graph_of(puzzle)
    edges = [
        {
            "source": edge.source,
            "target": edge.target,
            "lane": edge.lane,
            "weight": f"{edge.weight:f}",
            "passage": edge.passage,
        }
        for edge in graph.edges
    ]
    content = {"doors": graph.nodes, "start": graph.start, "goal": graph.goal, "edges": edges}
    if puzzle.rules.limits:
        content["limits"] = dict(puzzle.rules.limits)
    return json.dumps(content, indent=1) + "\n"


def data(_: Puzzle, witness: Witness) -> Mapping[str, object]:
    """A witness for JSON: weights, averages and numbers of routes are strings, so stay exact."""
    if isinstance(witness, Route):
        return _route(witness)
    if isinstance(witness, NoRoute):
        return {"kind": "no path", "doors": witness.nodes, "closed": list(witness.closed)}
    if isinstance(witness, Count):
        return {
            "kind": "count of cycles" if witness.cycles else "count of paths",
            "doors": witness.nodes,
            "count": str(witness.total),
            "average_weight": mean(witness.weights),
            "weights": _table(witness.weights),
            "factors": [str(factor) for factor in witness.factors],
        }
    if isinstance(witness, Log):
        return {
            "kind": "log",
            "states": witness.states,
            "edges": witness.edges,
            "paths": _analysis(witness.paths),
            "cycles": _analysis(witness.cycles),
            "text": list(lines(witness)),
        }
    return _statistics(witness)


def _analysis(analysis: Analysis) -> Mapping[str, object]:
    routes = {"shortest": analysis.shortest, "longest": analysis.longest}
    return {
        "count": str(analysis.total),
        "average_length": analysis.length,
        "average_weight": analysis.weight,
        **{name: _route(route) if route else None for name, route in routes.items()},
    }


def _route(route: Route) -> Mapping[str, object]:
    return {
        "kind": "cycle" if route.cycle else "path",
        "doors": route.nodes,
        "length": route.length,
        "weight": f"{route.weight:f}" if route.weights else None,
        "states": list(route.states),
        "lanes": list(route.lanes),
        "weights": [f"{weight:f}" for weight in route.weights],
    }


def _statistics(figures: Statistics) -> Mapping[str, object]:
    paths, cycles = figures.paths, figures.cycles
    return {
        "kind": "statistics",
        "doors": figures.nodes,
        "edges": figures.edges,
        "reduced_doors": figures.reduced_nodes,
        "reduced_edges": figures.reduced_edges,
        "must_pass": list(figures.must_pass),
        "factors": [str(factor) for factor in figures.factors],
        "paths": _summary(paths, figures.reduced_lengths),
        "cycles": _summary(cycles, figures.reduced_cycle_lengths),
        "door_use": [str(number) for number in figures.door_use],
        "room_use": [str(number) for number in figures.room_use],
    }


def _summary(summary: Summary, reduced: Histogram) -> Mapping[str, object]:
    return {
        "count": str(summary.total),
        "average_length": mean(summary.lengths),
        "average_reduced_length": mean(reduced),
        "average_weight": mean(summary.weights),
        "lengths": _table(summary.lengths),
        "reduced_lengths": _table(reduced),
        "weights": _table(summary.weights),
        "shortest": [_route(route) for route in summary.shortest],
        "longest": [_route(route) for route in summary.longest],
    }


def _table(histogram: Histogram) -> Mapping[str, str]:
    return {f"{value:f}": str(number) for value, number in histogram}
