"""Texts in which comments, strings, scripts and includes meet; most are no programs, many are."""

# ruff: noqa: E501 - words side by side
from __future__ import annotations

from functools import cache
from pathlib import Path

ENCODINGS = Path(__file__).resolve().parents[2] / "encodings"

INCLUDED = {
    "one.lp": 'one. #include "two.lp". one(again).\n',
    "two.lp": '#program step(t).\ntwo(t). %* "\n*% #include "one.lp".\ntwo :- "%*" = "\\"#!".',
    "three.lp": '% three\n#include <incmode>.\n#! #include "no.lp".',
}
"""Files that stand beside the texts."""

PIECES = (
    *("%", "%%", "%*", "*%", "*", "%*%", "*%*", "#!", "#", "!", '"', "\\", '\\"', "\\n", "\\t"),
    *("\n", "\n", "\r\n", "\r", " ", "\t", "\x0b", "\x0c", "'", "''", ".", "..", "...", ":-"),
    *("#script", "(lua)", " (lua) ", "#script (lua)", "#script (lua) x", "#end", "#end.", "#endless"),
    *("#scripts", "#script%*a*%(lua) #end.", "#script\n(\tlua\r) %* \" #end #! a\n."),
    *("#include", '"one.lp"', '"two.lp".', '#include "one.lp".', '#include"three.lp" %*.*% .'),
    *('#include "no.lp".', '"o\\ne.lp"', "<incmode>", "#include < incmode\n> .", "<", ">", "#includes"),
    *("#include %x\n<incmode>.", '#include #!"no.lp".\n"two.lp".', "#include <else>."),
    *("é", "\u200b", "\ufeff", "\u2028", "asp 1 0 0", "0x1F", "0b2", "1..2", "x'", "'x", "_", "_'a"),
    *('"%*"', '"*%"', '"#!"', '"#script (lua)"', '"é"', "#show", "#theory", "&a { ", "}", "{", ","),
)  # fmt: skip
"""What may turn one into another."""

GAPS = (
    *(" ", " ", " ", "\n", "\r\n", "\t ", "%x\n", "% é *% \" \n", "%*y*%", "%* \" #end. *%"),
    *("#!z\n", '#! #include "no.lp". %*\n', "%* % *%\n *%", "%* %* #! *% \n*%", "%\r\n", "%%*\r\r\n"),
)  # fmt: skip
"""What may stand between words, and is nothing to clingo."""

STATEMENTS = (
    *("a .", "b ( X ) :- c ( X ) , not d .", ":- a , 1 < 2 .", "{ a ; b } 1 .", ":~ a . [ 1 @ 2 , x ]"),
    *('s ( "t%*" , "\\"#!\\\\" , "" ) .', "#const n = 0x1F .", "#external e . [ true ]", "#show a / 0 ."),
    *("#minimize { 1 , X : c ( X ) ; 2 } .", "#program step ( t ) .", "#defined a / 1 .", "p(1..3) ."),
    *('#include "one.lp" .', '#include "two.lp" .', "#include < incmode > .", '#include "three.lp" .'),
    *("#theory t { u { - : 1 , unary } ; & v / 0 : u , any } .", "& v { - x : a } .", "x' ( '_Y ) ."),
    *("#script(lua)x\"%*#end .", "#script(lua)\n -- #! %* \n#end .", "#edge ( a , b ) .", "#true ."),
)  # fmt: skip


@cache
def _rules():
    texts = [path.read_text() for path in sorted(ENCODINGS.rglob("*.lp"))]
    return [text for text in texts if "#include" not in text]


def soup(rng):
    """Pieces one after another."""
    return "".join(rng.choice(PIECES + STATEMENTS) for _ in range(rng.randint(1, 10)))


def woven(rng):
    """Statements with gaps between their words, and sometimes a piece somewhere."""
    chosen = [rng.choice(STATEMENTS) for _ in range(rng.randint(1, 5))]
    words = [word for each in chosen for word in each.split(" ")]
    return with_pieces(rng, "".join(word + rng.choice(GAPS) for word in words), (0, 0, 0, 1, 2))


def real(rng):
    """Some lines of a shipped encoding with pieces in them, below an empty one: it has no header."""
    lines = rng.choice(_rules()).split("\n")
    start = rng.randrange(len(lines))
    text = "\n" + "\n".join(lines[start : start + rng.randint(1, 25)])
    return with_pieces(rng, text, (0, 1, 1, 2, 3))


def with_pieces(rng, text, numbers):
    """A text with pieces put into it, or in the place of a character."""
    for _ in range(rng.choice(numbers)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(PIECES + GAPS) + text[at + rng.randint(0, 1) :]
    return text


def text(rng):
    """One text."""
    return rng.choice((soup, woven, woven, real))(rng)
