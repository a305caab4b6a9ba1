"""Texts and bytes with mistakes, and smaller ones; knows nothing of what they mean."""

from __future__ import annotations

import gzip
import re
import zlib

_TOKEN = re.compile(rb"\s+|\w+|[^\w\s]")
WORDS = (
    b"", b"0", b"1", b"-1", b"2", b"7", b"99", b"2147483647", b"-2147483648", b"2147483648",
    b"9" * 30, b"1..3", b"3..1", b"(1;2)", b"1_000", b"0x10", b"1e9", b"1e400", b"nan", b"inf",
    b".5", b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"\\", b"\\n", b"%", b"%*",
    b"*%", b"#", b"//", b"/*", b".", b"..", b",", b";", b":", b":-", b"->", b"-->", b"=", b"|",
    b"_", b"-", b"~", b"@", b"$", b"^", b"\n", b"\r\n", b"\r", b"\t", b" ", b"\n\n", b"\0",
    b"\x1b[2J", b"\xff", b"\xc3", b"\xc3\xa9", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xed\xa0\x80",
    b"x", b"X", b"not", b"true", b"null", b"#inf", b"#sup", b"#true", b"f(1)", b"a.b", b"A",
    b"inner.a", b"s",
)  # fmt: skip


def mutated(rng, text, others=()):
    """The bytes with one to some mistakes; `others` are texts that pieces are taken from."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 12))):
        text = _once(rng, text, others)
    return text[:200_000]


def _once(rng, text, others):
    how = rng.randrange(13)
    if how == 0 and text:  # bits
        at = rng.randrange(len(text))
        return text[:at] + bytes([text[at] ^ 1 << rng.randrange(8)]) + text[at + 1 :]
    if how == 1:
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        return text[:at] + text[to:] if rng.random() < 0.5 else text[at:to]
    if how == 2:
        return text[: rng.randrange(len(text) + 1)]
    if how == 3 and others:
        other = rng.choice(others)
        at, to = sorted(rng.randrange(len(other) + 1) for _ in range(2))
        put = rng.randrange(len(text) + 1)
        return text[:put] + other[at : min(to, at + 200)] + text[put:]
    if how == 4:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice(WORDS) * rng.choice((1, 1, 1, 2, 50)) + text[at:]
    if how in (5, 6, 7):
        return _lines(rng, text)
    return _tokens(rng, text)


def _lines(rng, text):
    lines = text.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines[at] = lines[at] + lines[to]
    return b"\n".join(lines)


def _tokens(rng, text):
    spans = [m.span() for m in _TOKEN.finditer(text)]
    if not spans:
        return rng.choice(WORDS)
    (a, b), (c, d) = rng.choice(spans), rng.choice(spans)
    token, other = text[a:b], text[c:d]
    match rng.randrange(6):
        case 0:
            put = b""
        case 1:
            put = token + other
        case 2:
            put = other
        case 3 if token.isdigit():
            put = b"%d" % (int(token[:9]) + rng.choice((-1, 1, 2, 10)))
        case 4 if len(token) > 1 and token.isalnum():
            put = token.swapcase() if rng.random() < 0.3 else token[:-1]
        case _:
            put = rng.choice(WORDS)
    return text[:a] + put + text[b:]


def packed(rng, data, others=()):
    """A gzip file with a mistake in it or in what is in it."""
    plain = zlib.decompress(data, wbits=31)
    if rng.random() < 0.2:
        return mutated(rng, data)
    return gzip.compress(mutated(rng, plain, others), 1, mtime=0)


def smaller(case, kept=0):
    """The bytes without lines, without halves, and without tokens; `kept` lines stay."""
    lines = case.split(b"\n")
    head, rest = lines[:kept], lines[kept:]
    size = len(rest)
    while size:
        for at in range(0, len(rest), size):
            yield b"\n".join(head + rest[:at] + rest[at + size :])
        size //= 2
    front = b"".join(line + b"\n" for line in head)
    body = case[len(front) :]
    size = len(body) // 2
    while size:
        for at in range(0, len(body), size):
            yield front + body[:at] + body[at + size :]
        size //= 2
