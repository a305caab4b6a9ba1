"""Parses files by clingo into statements with their places.

clingo would look for an included file in the working directory first. Where it could find another
file than we do, each file is parsed alone, and its statements are inserted where it is included.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from clingo import ast

from pylab.base.errors import EncodingError, printable
from pylab.base.limits import aside
from pylab.encoding.files import File, is_listed, refuse
from pylab.encoding.places import KEPT, error_of
from pylab.text import lexer
from pylab.text.source import Source

_SILENT = (ast.ASTType.Program, ast.ASTType.Comment, ast.ASTType.Defined)
_NAMELESS = re.compile(r"^<string>(?=:\d)", re.MULTILINE)
_PLACED = re.compile(r".+?:(?P<line>\d+):(?P<column>\d+)")
_Step = ast.AST | tuple[Path, Sequence[ast.AST]]


class Parsed(NamedTuple):
    """The result of parsing files.

    Attributes:
        statements: the syntax trees, in order; none if clingo gave up.
        messages: clingo's.
        broken: why it gave up; empty if it did not.
    """

    statements: Sequence[ast.AST]
    messages: Sequence[str]
    broken: str


def statements(files: tuple[File, ...]) -> Sequence[ast.AST]:
    """The statements of a file and its includes, which come from `read_whole`.

    Small texts are parsed only once. The locations of the statements have absolute file names.
    Raises EncodingError for texts that are no program, and LimitReached.
    """
    small = sum(len(file.text) for file in files) <= KEPT
    found = (_parsed_once if small else _parsed_lately)(files)
    if found.broken:
        raise error_of(found.messages, found.broken)
    return found.statements


def parsed(files: tuple[File, ...]) -> Parsed:
    """Parse a file and its includes into statements and clingo's messages. Raises LimitReached."""
    if whole := aside(lambda: _whole(files)):
        return Parsed(whole, (), "")
    own = aside(lambda: {file.path: _own(file) for file in files})
    messages = [message for each in own.values() for message in each.messages]
    broken = next((each.broken for each in own.values() if each.broken), "")
    return Parsed(() if broken else tuple(_joined(files, own)), messages, broken)


def _whole(files: Sequence[File]) -> Sequence[ast.AST]:
    """The statements that clingo gives if it opens the includes; none if it might go wrong.

    That is ten times as fast, as no place has to be corrected.
    """
    found, messages = list[ast.AST](), list[object]()
    if all(map(_is_plain, files)):
        path = str(files[0].path)
        with contextlib.suppress(RuntimeError):
            ast.parse_files([path], found.append, logger=lambda *each: messages.append(each))
            return () if messages else tuple(found)
    return ()


def _is_plain(file: File) -> bool:
    """Whether clingo reads a file as it is, and finds the same includes."""
    if len(file.text) > _LARGE or not file.text.isascii() or is_listed(file.path):
        return False
    names = [each.name for each in lexer.tokens(file.text) if each.name is not None]
    beside = [f"{file.path.parent}/{name}" for name in names]
    return beside == [*map(str, file.includes)] and not any(map(os.path.lexists, names))


_parsed_once = functools.lru_cache(maxsize=64)(parsed)
_parsed_lately = functools.lru_cache(maxsize=2)(parsed)


def says_rules(statements: Iterable[ast.AST]) -> bool:
    """Whether some statement has an effect, unlike comments, `#program` and `#defined`."""
    return any(each.ast_type not in _SILENT for each in statements)


def is_program(source: Source) -> bool:
    """Whether clingo can parse a text, without its includes, as a program with rules."""
    found: list[ast.AST] = []
    try:
        refuse(source, ascii_only=False)
        bare = lexer.without_includes(source.text)
        aside(lambda: ast.parse_string(bare, found.append, logger=lambda *_: None))
    except (EncodingError, RuntimeError):
        return False
    return says_rules(found)


class _Own(NamedTuple):
    """The result of parsing one file: its statements, with None for each include."""

    steps: Sequence[ast.AST | None]
    messages: Sequence[str]
    broken: str


def _own(file: File) -> _Own:
    return (_alone_once if len(file.text) <= KEPT else _alone)(file.path, file.text)


def _alone(path: Path, text: str) -> _Own:
    """Parse a file without its includes."""
    steps: list[ast.AST | None] = []
    messages: list[str] = []
    if is_listed(path):
        return _Own(steps, messages, "")
    rest, facts = _without_facts(text)
    bare, broken = lexer.without_includes(rest), ""
    places = {_position(text, each.start): each for each in lexer.tokens(text) if each.parts}

    def take(statement: ast.AST) -> None:
        begin = statement.location.begin
        include = places.get((begin.line, begin.column))
        if include is None or statement.ast_type is not ast.ASTType.ShowSignature:
            steps.append(statement)
        elif include.name is not None:
            steps.append(None)

    def hear(_code: object, message: str) -> None:
        found = _PLACED.match(message)
        if found and (int(found["line"]), int(found["column"])) in places:
            message = message.replace(f"unexpected {lexer.INSTEAD}", "unexpected #include")
        messages.append(_NAMELESS.sub(lambda _: str(path), message))

    try:
        if bare is text and text.isascii():  # else the file may have comments in Latin-1
            ast.parse_files([str(path)], take, logger=hear)
        else:
            ast.parse_string(bare, take, logger=hear)
            for statement in filter(None, steps):
                _relocate(statement, str(path))
    except RuntimeError as error:
        broken = str(error)
    except UnicodeEncodeError:
        broken = f"{printable(str(path))}: expected a name in UTF-8"
    if facts and not broken:
        start = ast.Position(str(path), 1, 1)
        steps.append(ast.Comment(ast.Location(start, start), facts, ast.CommentType.Block))
    return _Own(steps, messages, broken)


_LARGE = 4 * KEPT
_FACTS = re.compile(
    r"^(?:[ \t]*(?:_*[a-z]\w*\([\w, -]+(?:\([\w, -]+\)[\w, -]*)*\)\.[ \t]*)+\r?\n)+",
    re.ASCII | re.MULTILINE,
)
_BEFORE = re.compile(r"^[^%\n]*(?<!\.)\.[ \t\r]*\n\s*\Z", re.MULTILINE)
_SHAPE = str.maketrans("123456789", "000000000")


def has_facts(comment: ast.AST) -> bool:
    """Whether a comment holds facts that `_without_facts` has left out, instead of a comment."""
    return not comment.value.startswith(("%", "#!"))


def _without_facts(text: str) -> tuple[str, str]:
    """A large text with empty lines in place of most plain facts, and these facts.

    Syntax trees of facts would take most of the time. Of facts that differ in digits only, the
    first one stays, so that analyses see its predicate.
    """
    odd = ("%*", "#!", "#script", "#program")
    if len(text) <= _LARGE or any(each in text for each in odd):
        return text, ""
    rest, facts, position = list[str](), list[str](), 0
    for found in _FACTS.finditer(text):
        start = found.start()
        if start and not _BEFORE.search(text, max(0, start - 500), start):
            continue
        lines = found[0].splitlines(keepends=True)
        shapes = found[0].translate(_SHAPE).splitlines(keepends=True)
        count = len(lines)
        first = dict(zip(reversed(shapes), range(count - 1, -1, -1), strict=True))
        if 4 * len(first) > count:
            continue
        kept = ["\n"] * count
        for at in first.values():
            kept[at], lines[at] = lines[at], ""
        rest += text[position:start], "".join(kept)
        facts += lines
        position = found.end()
    return "".join([*rest, text[position:]]), "".join(facts)


_alone_once = functools.lru_cache(maxsize=256)(_alone)


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, as clingo counts them."""
    begin = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - begin + 1


def _relocate(tree: ast.AST, name: str) -> None:
    """Set the file name in the locations of a tree and its subtrees."""
    placed, children = _shape(tree)
    if placed:
        begin, end = tree.location
        tree.location = ast.Location(begin._replace(filename=name), end._replace(filename=name))
    for key in children:
        child = getattr(tree, key)
        for each in (child,) if isinstance(child, ast.AST) else child or ():
            _relocate(each, name)


_shapes = dict[ast.ASTType, tuple[bool, Sequence[str]]]()


def _shape(tree: ast.AST) -> tuple[bool, Sequence[str]]:
    """Whether trees of a kind have a location, and their attributes with subtrees."""
    if tree.ast_type not in _shapes:
        _shapes[tree.ast_type] = "location" in tree.keys(), tree.child_keys  # noqa: SIM118
    return _shapes[tree.ast_type]


def _joined(files: Sequence[File], own: Mapping[Path, _Own]) -> Iterator[ast.AST]:
    """The statements of a file and of those that it includes, in clingo's order.

    A file is inserted where it is included first. Behind it, the including file goes on in the part
    base: clingo's own first statement, `#program base.`, is repeated there.
    """
    unseen = {file.path.resolve(): file for file in files[1:]}
    pending = [_within(files[0], own)]
    while pending:
        step = next(pending[-1], None)
        if step is None:
            pending.pop()
        elif isinstance(step, ast.AST):
            yield step
        elif file := unseen.pop(step[0].resolve(), None):
            pending += [iter(step[1]), itertools.islice(_within(file, own), 1, None)]


def _within(file: File, own: Mapping[Path, _Own]) -> Iterator[_Step]:
    """The statements of a file; an include is given as its path, with `#program base` to follow."""
    includes, steps = iter(file.includes), own[file.path].steps
    for each in steps:
        yield (next(includes), [s for s in steps[:1] if s]) if each is None else each
