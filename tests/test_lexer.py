"""The lexer against clingo's own parser, and that of the pages against it."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from itertools import pairwise

import lexing
import pytest
from clingo import ast

from pylab.base.errors import PylabError
from pylab.encoding import parsing
from pylab.encoding.files import read_whole
from pylab.pages.lab.kit import texts
from pylab.text import lexer
from pylab.text.lexer import TokenKind

NODE = shutil.which("node")


def of_clingo(path, text):
    """What clingo parses, and whether it takes it; it says of broken characters nothing to us."""
    found, heard = [], []
    deaf = lexer.unreadable(text) is not None
    hear = {} if deaf else {"logger": lambda _, message: heard.append(message)}
    try:
        ast.parse_files([str(path)], found.append, message_limit=1000, **hear)
    except RuntimeError:
        return None
    return found


def of_pylab(path):
    try:
        return list(parsing.statements(tuple(read_whole(path))))
    except PylabError:
        return None


def offset(text, position):
    """Where a place of clingo's is: it counts bytes."""
    lines = text.split("\n")
    before = lines[position.line - 1].encode()[: position.column - 1].decode()
    return sum(len(line) + 1 for line in lines[: position.line - 1]) + len(before)


def same(folder, text):
    """Hold both against each other; whether clingo takes the text."""
    path = folder / "text.lp"
    path.write_bytes(text.encode())
    theirs = of_clingo(path, text)
    if lexer.is_ground(text) or not text.isascii() or text.startswith("\ufeff"):
        assert of_pylab(path) is None, text
    else:
        ours = of_pylab(path)
        assert (ours is None) == (theirs is None), text
        assert list(map(repr, ours or ())) == list(map(repr, theirs or ())), text
    if theirs is None or lexer.is_ground(text):
        return False
    strings = "#script" not in text and "#theory" not in text
    assert lexer.unreadable(text) is None or not strings, text
    tokens_are_theirs(text, [each for each in theirs if each.location.begin.filename == str(path)])
    return True


def tokens_are_theirs(text, statements):
    """The comments and scripts of a text are those that clingo finds, with the same words."""
    tokens = lexer.tokens(text)
    assert all(each.whole for each in tokens), text
    comments = [
        (offset(text, each.location.begin), each.value)
        for each in statements
        if each.ast_type is ast.ASTType.Comment
    ]
    found = [each for each in tokens if each.kind is TokenKind.COMMENT]
    ours = [(each.start, text[each.start : each.end]) for each in found]
    assert [(at, words.rstrip("\r")) for at, words in ours] == sorted(comments), text
    scripts = [
        (offset(text, each.location.begin), each.code)
        for each in statements
        if each.ast_type is ast.ASTType.Script
    ]
    found = [each for each in tokens if each.kind is TokenKind.SCRIPT]
    said = [text[each.start : each.end].partition(")")[2].removesuffix("#end") for each in found]
    assert [
        (each.start, words.strip(" \t\r")) for each, words in zip(found, said, strict=True)
    ] == scripts, text
    ordered_and_apart(tokens)
    strings_are_theirs(text, tokens)


def ordered_and_apart(tokens):
    """None begins before another ends, but for comments in an include."""
    spans = [span for each in tokens for span in each.parts or [(each.start, each.end)]]
    spans.sort()
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert [each.start for each in tokens] == sorted(each.start for each in tokens)


def strings_are_theirs(text, tokens):
    """With other words in each string, and no comment, clingo takes it, too.

    Not so where a comment follows #show: only there clingo takes `a/1..2` for a term.
    """
    if re.search(r"#show\s*(#!|%)", text):
        return
    bare = lexer.without_includes(lexer.blanked(text, TokenKind.COMMENT))
    for each in tokens:
        if each.kind is TokenKind.STRING:
            words = f'"{"a" * (each.end - each.start - 2)}"'
            bare = bare[: each.start] + words + bare[each.end :]
    ast.parse_string(bare, lambda _: None)


@pytest.fixture
def folder(tmp_path):
    for name, text in lexing.INCLUDED.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def held(folder, seed, number):
    rng = random.Random(seed)
    return sum(same(folder, lexing.text(rng)) for _ in range(number))


def test_it_finds_what_clingo_finds(folder):
    assert held(folder, 1, 400) > 120


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_it_finds_what_clingo_finds_in_many(folder, seed):
    assert held(folder, seed, 10_000) > 3000


IN_NODE = """
const lexing = new Function(`"use strict"; ${process.argv[1]};
  return { tokensOf, blanked, headOf, unreadable };`)();
let given = "";
process.stdin.on("data", (part) => { given += part; }).on("end", () => {
  const told = JSON.parse(given).map((text) => [
    lexing.tokensOf(text), lexing.blanked(text, "comment", "string"),
    lexing.headOf(text), lexing.unreadable(text),
  ]);
  process.stdout.write(JSON.stringify(told));
});
"""


def in_javascript(given):
    done = subprocess.run(
        [NODE, "-e", IN_NODE, "--", texts()],
        input=json.dumps(given), capture_output=True, encoding="utf-8", timeout=300, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def agree(seed, number):
    rng = random.Random(seed)
    given = [lexing.text(rng) for _ in range(number)]
    for text, told in zip(given, in_javascript(given), strict=True):
        tokens = [
            each._asdict() | {"parts": [list(p) for p in each.parts]} for each in lexer.tokens(text)
        ]
        broken = lexer.unreadable(text)
        assert told == [
            tokens,
            lexer.blanked(text, TokenKind.COMMENT, TokenKind.STRING),
            lexer.head(text),
            -1 if broken is None else broken,
        ], text


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_pages_have_the_same_lexer():
    agree(1, 1000)


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_pages_have_the_same_lexer_in_many_texts():
    for seed in range(2, 12):
        agree(seed, 10_000)
