"""Scenes: runs the rules of a picture over facts, within a time limit; draws nothing itself."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo
from clingo import ast

from pylab.base.errors import LimitReached
from pylab.base.limits import Patience, at_hand, uncollected
from pylab.drawing import scenes
from pylab.drawing.scenes import ScenePicture
from pylab.encoding import places, program
from pylab.encoding.predicates import MADE, Role, walked
from pylab.family.walks import reach
from pylab.text.facts import Fact, texts_of, type_of

if TYPE_CHECKING:
    from pylab.base.listing import Signature
    from pylab.engines.session import Model


@uncollected()
def scene(
    files: Sequence[Path],
    facts: Iterable[Fact],
    patience: Patience | None = None,
    *,
    constants: Mapping[str, str] | None = None,
    name: str = "",
    directed: bool = False,
    layout: str = "layered",
    edits: bool = True,
) -> ScenePicture:
    """The picture that the rules of a `scene.lp`, or clingraph's `viz.lp`, make of facts.

    Args:
        files: the rules; further files are laid over the first one.
        facts: the instance's and those of the answer that is to be seen.
        patience: how long it may take, by default what is left of the command's time limit, or
            SECONDS.
        constants: values for the rules' `#const`s.
        name: the picture's title where nothing else is, by default the first file's name.
        directed, layout: as in `scenes.read`.
        edits: whether to read what edits the puzzle, too.

    Remarks begin with the file. Raises EncodingError for rules that clingo refuses, LimitReached
    when the time is over.
    """
    atoms, remarks = shapes(files, facts, patience, constants, edits)
    picture = scenes.read(atoms, name or files[0].stem, directed=directed, layout=layout)
    where = places.shown(files[0])
    picture.remarks = (*remarks, *(f"{where}: {each}" for each in picture.remarks))
    return picture


def inputs(path: Path) -> frozenset[Signature]:
    """The predicates that the rules of a picture use and don't derive."""
    encoding = program.load(path, scripts=None, ascii_only=False)
    return encoding.signatures(Role.USED) - encoding.signatures(*MADE)


def shapes(
    files: Sequence[Path],
    facts: Iterable[Fact],
    patience: Patience | None = None,
    constants: Mapping[str, str] | None = None,
    edits: bool = True,
) -> tuple[list[str], list[str]]:
    """What the rules of a picture derive from facts, as clingo writes it, and remarks.

    Raises EncodingError and LimitReached as `scene` does.
    """
    from pylab.engines import driver

    functions = Functions()
    encoding = program.load(files[0], files[1:], scripts=None, ascii_only=False)
    if not edits:
        encoding = _only_drawing(encoding)
    if any(each.name == "draw" for each in encoding.signatures(*MADE)):
        encoding = replace(encoding, statements=(*encoding.statements, *_shown()))
    models: list[Model] = []

    def take(symbols: Model) -> bool:
        models.append(symbols)
        return False

    finding = driver.run(
        driver.ClingoProgram(encoding, facts, constants or {}, _QUIET, functions=functions),
        patience or at_hand(SECONDS),
        take=take,
    )
    where = places.shown(files[0])
    if not finding.settled:
        drawing = f"with the scene {places.named(files[0])} at work"
        raise LimitReached(f"{finding.reason}, {drawing}", finding.ended)
    remarks = [f"{where}: there is no answer set with these facts"] if not models else []
    remarks += [
        f"{_place(encoding, each)}: @{each} is not one of pylab's functions"
        for each in sorted(functions.unknown)
    ]
    found = models[-1] if models else ()
    texts = texts_of(found)
    heads = ("draw(", "edit(") if edits else ("draw(",)
    return [each for each in texts if each.startswith(heads)] or texts, [
        *remarks,
        *finding.messages,
    ]


_SHOWN = "#show draw/1. #show draw/2. #show edit/1. " + " ".join(
    f"#show viz_{each}." for each in ("node/1", "node/2", "edge/1", "edge/2", "graph/1", "attr/4")
)


@functools.cache
def _shown() -> Sequence[ast.AST]:
    """The `#show` statements for pictures.

    Reading all atoms would take longer than deriving them.
    """
    found: list[ast.AST] = []
    ast.parse_string(_SHOWN, found.append)
    return found[1:]  # without #program base


_last: list[tuple[program.Encoding, program.Encoding]] = []
"""What was loaded last, and the same without what edits."""


def _only_drawing(encoding: program.Encoding) -> program.Encoding:
    """The program without the rules that only `edit` needs; these take longest to ground."""
    for whole, drawing in _last:
        if whole is encoding:
            return drawing
    texts = [str(each).partition("%")[0] for each in encoding.statements]
    heads = [found[0] if (found := _NAME.match(text)) else "" for text in texts]
    bodies: dict[str, set[str]] = {}
    for head, text in zip(heads, texts, strict=True):
        bodies.setdefault(head, set()).update(_NAME.findall(text, len(head)))
    used = {name for head, body in bodies.items() for name in body if name != head}
    ends = bodies.keys() - used - {"edit"}
    wanted = reach(["", "draw", *ends], lambda name: bodies.get(name, ()))
    kept = tuple(
        each for each, head in zip(encoding.statements, heads, strict=True) if head in wanted
    )
    _last[:] = [(encoding, replace(encoding, statements=kept))]
    return _last[0][1]


_NAME = re.compile(r"_*[a-z]\w*")
"""What may be a predicate's name; names of other things do no harm."""


def _place(encoding: program.Encoding, call: str) -> str:
    """Where a function is first called; `call` is its name, or NAME/ARGUMENTS."""
    name, _, count = call.partition("/")
    begin = next(
        term.location.begin
        for statement in encoding.written
        for term in walked(statement)
        if term.ast_type is ast.ASTType.Function and term.external and term.name == name
        if not count or len(term.arguments) == int(count)
    )
    return f"{places.shown(Path(begin.filename))}:{begin.line}:{begin.column}"


SECONDS = 60.0
"""The time limit of a scene, in seconds, if the user sets none."""

_QUIET = ("--warn=no-atom-undefined",)


def _pos(x: str, y: str, scale: str = "") -> str:
    """A fixed place of a node, in inches, multiplied by the scale if there is one."""
    if scale and all(map(_NUMBER.fullmatch, (x, y, scale))):
        x, y = (f"{float(each) * float(scale):.4f}" for each in (x, y))
    return f"{x},{y}!"


def _stringify(text: str, capital: str = "false") -> str:
    """The text with spaces in place of underscores, and with a capital letter if asked for."""
    text = text.replace("_", " ")
    return text if capital == "false" else re.sub("^[a-z]", lambda found: found[0].upper(), text)


def _format(text: str, *parts: str) -> str:
    """The text with parts in place of `{}` in order, and of `{N}`, counted from 0."""
    texts, following = dict(enumerate(parts)), iter(parts)

    def told(found: re.Match[str]) -> str:
        return texts.get(int(found[1][:9]), found[0]) if found[1] else next(following, "")

    return re.sub(r"\{(\d*)\}", told, text, flags=re.ASCII)


_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,9})?", re.ASCII)

FUNCTIONS: Mapping[str, tuple[Callable[..., str], int, int]] = {
    "pos": (_pos, 2, 3),
    "concat": (lambda *parts: "".join(parts), 0, 99),
    "format": (_format, 1, 99),
    "stringify": (_stringify, 1, 2),
    "after": (lambda text, mark: text.partition(mark)[2] if mark else text, 2, 2),
}
"""The functions that rules of a scene can call by `@`, with their fewest and most arguments.

All but `after` are clingraph's; `after` gives the text behind the first mark in it."""


class Functions:
    """`FUNCTIONS` as clingo calls them.

    A call of any other function has no value, so that its rule has no instance.

    Attributes:
        unknown: the names of those that were called; NAME/COUNT for a known function that was
            called with a wrong number of arguments.

    >>> functions = Functions()
    >>> functions.format(clingo.String("{1} of {}"), clingo.Number(3), clingo.Number(8))
    String('8 of 3')
    """

    def __init__(self) -> None:
        self.unknown: set[str] = set()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        function, least, most = FUNCTIONS.get(name, (str, 1, 0))

        def call(*given: clingo.Symbol) -> Any:
            if least <= len(given) <= most:
                return clingo.String(function(*map(_text, given)))
            self.unknown.add(f"{name}/{len(given)}" if name in FUNCTIONS else name)
            return []

        return call


def _text(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type is type_of.String else str(symbol)
