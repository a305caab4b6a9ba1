"""Draws the dependencies of predicates as DOT and as SVG; knows no rules."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pylab.base.listing import Signature
from pylab.drawing import scenes
from pylab.encoding.predicates import Dependencies

_TINTS = ("#cfe3f5", "#d9ead3", "#fde5cd", "#e6d9ee", "#f6d7d7", "#d5ecea", "#efeab8", "#dddddd")
"""A colour for each file, in the order in which files first define something."""


def dot(graph: Dependencies, title: str) -> str:
    """A Graphviz graph: a cluster for each file, arrows to dependent predicates."""
    lines = [f'digraph "{_quoted(title)}" {{', "  rankdir=LR;", "  node [shape=box];"]
    for number, (file, members) in enumerate(_by_file(graph).items()):
        lines += [f"  subgraph cluster_{number} {{", f'    label="{_quoted(file)}";']
        shown = {each: " [peripheries=2]" if each in graph.shown else "" for each in members}
        lines += [f'    "{each}"{outline};' for each, outline in shown.items()]
        lines.append("  }")
    lines += [f'  "{each}" [style=filled];' for each in sorted(graph.given, key=str)]
    lines += [f'  "{used}" -> "{head}";' for head, used in graph.pairs]
    return "\n".join([*lines, "}"]) + "\n"


def svg(graph: Dependencies, title: str) -> str:
    """Layers from inputs to outputs, an arrow for each dependency.

    A node has a predicate and the file that defines it first, in the file's colour; facts of the
    instance have none. What is shown has a bold outline.
    """
    named = f"attr(graph,default,label,{json.dumps(title)})"
    return scenes.read([named, *_atoms(graph)], title, directed=True).draw().render()


def _atoms(graph: Dependencies) -> Iterator[str]:
    """The graph as atoms of clingraph's predicates."""
    yield "attr(graph_nodes,default,shape,box)"
    for number, (file, members) in enumerate(_by_file(graph).items()):
        for each in members:
            name, label = json.dumps(str(each)), json.dumps(f"{each}\n{file}")
            yield f"node({name})"
            yield f"attr(node,{name},label,{label})"
            yield f"attr(node,{name},style,filled)"
            yield f'attr(node,{name},fillcolor,"{_TINTS[number % len(_TINTS)]}")'
            if each in graph.shown:
                yield f"attr(node,{name},penwidth,4)"
    yield from (f"node({json.dumps(str(each))})" for each in graph.given)
    for head, used in graph.pairs:
        yield f"edge(({json.dumps(str(used))},{json.dumps(str(head))}))"


def _by_file(graph: Dependencies) -> dict[str, list[Signature]]:
    """The defined predicates by the file that defines them first."""
    files: dict[str, list[Signature]] = {}
    for signature, homes in graph.homes.items():
        files.setdefault(homes[0], []).append(signature)
    return files


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
