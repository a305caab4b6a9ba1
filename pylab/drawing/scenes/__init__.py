"""Pictures written in rules: atoms `draw(Shape)`, or clingraph's graphs, as SVG and as text.

`lab/scene.js` draws the same, to the byte, in pages; both follow `shapes.toml`. Knows no puzzle and
no clingo: what rules derive comes as the texts of atoms.
"""

from __future__ import annotations

from collections.abc import Iterable

from pylab.base.errors import short
from pylab.base.limits import uncollected
from pylab.drawing.scenes import board, graph, schema
from pylab.drawing.scenes.picture import ScenePicture, distinct
from pylab.drawing.scenes.terms import parsed

__all__ = ["ScenePicture", "read"]


@uncollected()
def read(
    atoms: Iterable[str],
    name: str = "scene",
    *,
    directed: bool = False,
    layout: str = "layered",
    prefix: str = "",
    itself: bool = False,
) -> ScenePicture:
    """The picture that atoms make, as clingo writes them; others among them are ignored.

    What can't be drawn is left out and named in the picture's remarks.

    Args:
        atoms: `draw(Shape)`, `draw(Frame,Shape)` and `edit(Tool)`; where there are none,
            clingraph's `node`, `edge`, `graph` and `attr`.
        name: the picture's title, where nothing else is.
        directed: whether a graph's edges have arrowheads.
        layout: how a graph without places is laid out: `layered` or `circle`.
        prefix: of clingraph's predicates; by default `viz_`, `v` or none, whichever there is.
        itself: whether there is no scene, so that `edge(1,2)` is no mistake: a graph has to be in
            clingraph's form.

    >>> picture = read(["draw(square((0,0)))", "draw(label((0,0),7))", "draw(disc((0,0),reed))"])
    >>> picture.remarks
    ('draw(disc((0,0),reed)): expected a colour or a style, found reed (did you mean red?)',)
    >>> print(picture.text())
    7
    """
    most = schema.LIMITS["parentheses"]
    given = sorted(set(atoms))
    terms = parsed(each for each in given if each.count("(") <= most)
    deep = [f"{short(each)}: the term is too large" for each in given if each.count("(") > most]
    if any(isinstance(each, list) and each[0] in ("draw", "edit") for each in terms):
        picture: ScenePicture = board.Board(terms, name)
    else:
        found = graph.read(terms, name, directed, layout, prefix, itself)
        picture = found or board.Board([], name)
    picture.remarks = distinct([*deep, *picture.remarks])
    return picture
