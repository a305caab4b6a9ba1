"""Where clingo sees comments, strings, scripts and includes in a text; parses no rule.

The patterns are those of clingo's own lexer. They mean the same in Python and in JavaScript, so
the labs' pages get them from here; `lab/lexer.js` is the same lexer in JavaScript.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

PATTERNS = {
    "space": r"[ \t\r\n]+",
    "comment": r"%\*|(?:%|#!)[^\n]*",
    "nested": r"%\*|\*%|%[^\n]*",
    "string": r'"(?:[^"\\\n]|\\["\\n])*"',
    "script": r"#script(?![A-Za-z0-9_])",
    "language": r"[ \t\r\n]*\([ \t\r\n]*[_']*[a-z][A-Za-z0-9_']*[ \t\r\n]*\)",
    "include": r"#include(?![A-Za-z0-9_])",
    "open": r"<",
    "name": r"[_']*[a-z][A-Za-z0-9_']*",
    "close": r">",
    "stop": r"\.(?!\.)",
    "head": r"(?:(?:%(?!\*)|#!)[^\n]*(?:\n|$))*",
}
"""The patterns that the lexers of both languages use.

A block comment begins with `%*`; `nested` matches what counts within it: nested comments, its end,
and line comments, which hide both. A script ends with `#end`, whatever follows. `head` matches the
line comments at the top of a text.
"""

_SPACE, _COMMENT, _NESTED, _STRING, _LANGUAGE, _OPEN, _NAME, _CLOSE, _STOP, _HEAD = (
    re.compile(PATTERNS[name])
    for name in (
        *("space", "comment", "nested", "string", "language"),
        *("open", "name", "close", "stop", "head"),
    )
)
_TOKEN = re.compile(
    "|".join(f"(?P<{kind}>{PATTERNS[kind]})" for kind in ("comment", "string", "script", "include"))
)
_BEGINNINGS = ("%", '"', "#!", "#script", "#include")
_END = "#end"
_ESCAPED = re.compile(r"\\(.)")
_INK = re.compile(r"[^\n]")
_STRINGLESS = re.compile(r"#(?:script|theory)")
_GROUND = re.compile(r"asp [0-9]")
_MORE = re.compile(
    r"(?:\A|\.)\s*&|(?<![\w'])not(?![\w'])|#(?!const\b|program\s+base\b|defined\b|inf\b|sup\b)"
)
_UNBRACKETED = bytes({*range(256)} - {*b"()"})
_BRACKETS = re.compile(r"\([^()]*\)")
_KEPT = 100_000


class TokenKind(StrEnum):
    """The kind of a token."""

    COMMENT = "comment"
    STRING = "string"
    SCRIPT = "script"
    INCLUDE = "include"


class Token(NamedTuple):
    """A span of a text that is no rule; the end offset is exclusive.

    Attributes:
        whole: whether it is complete: the end of a block comment or of a script, the name and
            the full stop of an include. clingo refuses a text with an incomplete one.
        name: the file that an include names; None without one.
        shipped: what an include has between `<` and `>`; None without.
        parts: the spans of an include's words: `#include` and the name, or `<`, the name and `>`.
    """

    kind: TokenKind
    start: int
    end: int
    whole: bool = True
    name: str | None = None
    shipped: str | None = None
    parts: tuple[tuple[int, int], ...] = ()


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order.

    >>> [str(each.kind) for each in tokens('#include %*!*% "a%.lp". #! "x" %*')]
    ['include', 'comment', 'comment']
    """
    if len(text) <= _KEPT:
        return _tokens_once(text)
    return _tokens_lately(text) if any(each in text for each in _BEGINNINGS) else ()


def _tokens(text: str) -> tuple[Token, ...]:
    position, found = 0, list[Token]()
    while match := _TOKEN.search(text, position):
        start, position = match.span()
        match match.lastgroup:
            case "comment":
                made = [_comment(text, start)]
            case "script":
                made = [_script(text, start, position)]
            case "include":
                made = _include(text, start, position)
            case _:
                made = [Token(TokenKind.STRING, start, position)]
        found += made
        position = made[0].end
    return tuple(found)


_tokens_once = functools.lru_cache(maxsize=256)(_tokens)
_tokens_lately = functools.lru_cache(maxsize=2)(_tokens)


def _comment(text: str, start: int) -> Token:
    if text.startswith("%*", start):
        end = after_block(text, start)
        return Token(TokenKind.COMMENT, start, len(text) if end is None else end, end is not None)
    newline = text.find("\n", start)
    return Token(TokenKind.COMMENT, start, len(text) if newline < 0 else newline)


def after_block(text: str, start: int) -> int | None:
    r"""The end of the block comment that begins at an offset; None if it has no end.

    >>> after_block("%* %* *% % *%\n*% a.", 0)
    16
    """
    depth, position = 0, start
    while match := _NESTED.search(text, position):
        depth += (match[0] == "%*") - (match[0] == "*%")
        position = match.end()
        if depth == 0:
            return position
    return None


def _script(text: str, start: int, position: int) -> Token:
    """The token of a script, up to `#end`; only `#script` if it isn't followed by a language."""
    language = _LANGUAGE.match(text, position)
    if not language:
        return Token(TokenKind.SCRIPT, start, position, False)
    end = text.find(_END, language.end())
    return Token(TokenKind.SCRIPT, start, len(text) if end < 0 else end + len(_END), end >= 0)


def _include(text: str, start: int, position: int) -> list[Token]:
    """An include, followed by the comments in it; only `#include` if no name follows."""
    for form in ((_STRING,), (_OPEN, _NAME, _CLOSE)):
        words, comments = _words(text, position, (*form, _STOP))
        if len(words) < len(form):
            continue
        own, whole = words[: len(form)], len(words) > len(form)
        name, shipped = (None, own[1][0]) if len(own) > 1 else (unquoted(own[0][0]), None)
        parts = ((start, position), *(each.span() for each in own))
        token = Token(TokenKind.INCLUDE, start, words[-1].end(), whole, name, shipped, parts)
        return [token, *(each for each in comments if each.start < token.end)]
    return [Token(TokenKind.INCLUDE, start, position, False, parts=((start, position),))]


def _words(
    text: str, position: int, patterns: Sequence[re.Pattern[str]]
) -> tuple[list[re.Match[str]], list[Token]]:
    """The next words, as far as they match these patterns, and the comments between them."""
    words, comments = list[re.Match[str]](), list[Token]()
    while len(words) < len(patterns):
        if space := _SPACE.match(text, position):
            position = space.end()
        elif _COMMENT.match(text, position):
            comments.append(_comment(text, position))
            position = comments[-1].end
        elif word := patterns[len(words)].match(text, position):
            words.append(word)
            position = word.end()
        else:
            break
    return words, comments


def unquoted(string: str) -> str:
    r"""The value of a string literal.

    >>> unquoted(r'"a \"b\" c"')
    'a "b" c'
    """
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], string[1:-1])


def blanked(text: str, *kinds: TokenKind) -> str:
    """The text with spaces for its tokens of some kinds; each line is as long as it was.

    >>> blanked('a("%"). % b.', TokenKind.COMMENT)
    'a("%").     '
    """
    return _with(text, ((each.start, each.end, "") for each in tokens(text) if each.kind in kinds))


def has_rules(text: str) -> bool:
    """Whether a text has more than facts and values of constants, by a quick look.

    >>> has_rules("p(1;2). #const n = 3. % a :- b."), has_rules("a; b."), has_rules("{ a }.")
    (False, True, True)
    """
    bare = blanked(text, TokenKind.COMMENT, TokenKind.STRING)
    if any(mark in bare for mark in ":{|@") or _MORE.search(bare):
        return True
    while ";" in bare and (outer := _BRACKETS.sub("", bare)) != bare:
        bare = outer
    return ";" in bare  # between brackets, it separates the terms of a pool


def without_includes(text: str) -> str:
    """The text with a statement `#show.` where each include is, at the same place.

    Only includes that are whole are replaced; comments in them stay.

    >>> without_includes('a. #include %*!*% "b.lp" .')
    'a. #show    %*!*%        .'
    """
    spans = list[tuple[int, int, str]]()
    for each in tokens(text):
        if each.kind is TokenKind.INCLUDE and each.whole:
            (start, end), *words = each.parts
            spans += [(start, end, INSTEAD), *((start, end, "") for start, end in words)]
    return _with(text, spans)


INSTEAD = "#show"
"""Replaces `#include` in `without_includes`; like it, clingo allows it only between statements."""


def _with(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """The text with spans replaced by words, padded with spaces to the same length."""
    parts, position = list[str](), 0
    for start, end, word in spans:
        parts += text[position:start], word, _INK.sub(" ", text[start + len(word) : end])
        position = end
    return "".join([*parts, text[position:]])


def head(text: str) -> str:
    """The line comments at the top of a text, one below the other.

    >>> head("% a\\n#! b\\n\\n% c")
    '% a\\n#! b\\n'
    """
    found = _HEAD.match(text)
    return found[0] if found else ""


def unreadable(text: str) -> int | None:
    """The offset of a character that would crash clingo's Python module; None if there is none.

    clingo's error messages quote single bytes, and half a character can't be decoded. Comments and
    strings may contain any character, except where clingo's lexer does not expect strings.

    >>> unreadable('a("é"). % é'), unreadable("aé.")
    (None, 1)
    """
    if text.isascii():
        return None
    bare = blanked(text, TokenKind.COMMENT)
    if not _STRINGLESS.search(bare):
        bare = blanked(text, TokenKind.COMMENT, TokenKind.STRING)
    return next((at for at, each in enumerate(bare) if not each.isascii()), None)


def nested_deeper(text: str, most: int) -> bool:
    """Whether brackets are nested deeper than `most`, or more than that are never closed.

    >>> nested_deeper("p(f(1))." * 9, 2), nested_deeper("p(f(f(1))).", 2)
    (False, True)
    """
    left = text.encode().translate(None, _UNBRACKETED) if text.count("(") > most else b""
    for _ in range(most):
        if b"()" not in left:
            break
        left = left.replace(b"()", b"")
    return b"()" in left or left.count(b"(") > most


def is_ground(text: str) -> bool:
    """Whether clingo would read a text as a ground program in its format aspif."""
    return bool(_GROUND.match(text))
