"""Decides which of clingo's options may be passed on: those that only affect how it searches.

An option can be written in many ways: by any unique prefix of its name, with its value after `=`,
as the next word, or attached to a letter. So every option that is not known to be harmless is
refused, by any prefix of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pylab.base.errors import EncodingError

FLAG, OPTIONAL, REQUIRED = range(3)
"""Whether an option has a value: never, optionally (after `=`), or always."""

HARMLESS = {
    **dict.fromkeys(
        ("learn-explicit", "backprop", "eq-dfs", "restart-on-model", "init-moms", "sign-fix",
         "berk-huang", "vsids-acids", "nant", "no-lookback", "update-act", "local-restarts"),
        FLAG,
    ),
    **dict.fromkeys(
        ("stats", "sat-prepro", "lookahead", "save-progress", "acyc-prop", "partial-check", "otfs",
         "reverse-arcs", "del-estimate"),
        OPTIONAL,
    ),
    **dict.fromkeys(
        ("configuration", "share", "trans-ext", "eq", "parallel-mode", "global-restarts",
         "distribute", "integrate", "opt-strategy", "opt-usc-shrink", "opt-heuristic", "heuristic",
         "score-res", "score-other", "sign-def", "vsids-progress", "dom-mod", "init-watches",
         "update-mode", "seed", "sign-def-disj", "rand-freq", "rand-prob", "forget-on-step",
         "strengthen", "update-lbd", "contraction", "loops", "restarts", "reset-restarts",
         "counter-restarts", "block-restarts", "shuffle", "deletion", "del-grow", "del-cfl",
         "del-init", "del-max", "del-glue", "del-on-restart", "warn"),
        REQUIRED,
    ),
}  # fmt: skip
"""Options that change no answer, and whether they have a value."""

REFUSED = frozenset((
    # what is asked for, how much of it, and which of it is shown
    "number", "models", "const", "enum-mode", "project", "opt-mode", "opt-stop", "opt-sat",
    "solve-limit", "time-limit", "show-preds", "compute", "supp-models", "no-ufs-check", "no-gamma",
    "dlp-old-map", "single-shot", "rewrite-minimize", "preserve-facts", "keep-facts",
    # what is read, written and printed
    "tester", "parse-ext", "parse-maxsat", "text", "output", "output-debug", "reify-sccs",
    "reify-steps", "help", "version", "verbose", "fast-exit", "print-portfolio", "quiet", "pre",
    "outf", "out-atomf", "out-ifs", "out-hide-aux", "lemma-in", "lemma-out", "lemma-out-lbd",
    "lemma-out-max", "lemma-out-dom", "lemma-out-txt", "hcc-out", "mode",
))  # fmt: skip
"""All other options of clingo."""

_LETTERS = {
    "t": "parallel-mode", "r": "restarts", "d": "deletion", "W": "warn", "s": "stats",
    "e": "enum-mode", "n": "models", "c": "const", "o": "output", "h": "help", "v": "version",
    "V": "verbose", "q": "quiet",
}  # fmt: skip
_ALONE = frozenset("shvVq")
"""Letters without a value, so that other letters may be attached to them."""

_CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
CONSEQUENCES = ("brave", "cautious")
"""Atoms that are in some answer, and those that are in every one."""
OPT_MODES = ("opt", "optN", "ignore")
"""One optimal answer, all of them, and answers at any cost."""

_ENUMERATIONS = ("auto", "bt", "record")
"""The ways to enumerate answers that give the same ones."""

_INSTEAD = {
    "models": "--models {}", "number": "--models {}", "parallel-mode": "--threads {}",
    "const": "-c {}", "opt-mode": "--opt-mode {}", "enum-mode": "--consequences {}",
    "project": "--project PREDICATE/N", "time-limit": "--time-limit {}",
}  # fmt: skip
"""The options of pylab that stand for those of clingo."""
_THREADS = re.compile(r"(\d+)(,.*)?")


def refuse_options(options: Sequence[str]) -> None:
    """Raises EncodingError for options that might change the answers, or that are given twice."""
    seen = set[str]()
    for names, _, words in _read(options):
        if len(names) == 1 and names[0] in seen - {"warn"}:
            raise EncodingError(f"expected clingo's --{names[0]} once, found `{words[0]}`, too")
        seen |= {*names} if len(names) == 1 else set()


def overridden(options: Sequence[str], by: Sequence[str]) -> list[str]:
    """The options, followed by others that replace those of the same name.

    >>> overridden(["--seed", "3", "--eq=0"], ["--seed=4"])
    ['--eq=0', '--seed=4']
    """
    new = [names for names, _, _ in _read(by)]
    return [*(w for names, _, words in _read(options) if names not in new for w in words), *by]


def threads(options: Sequence[str]) -> int:
    """The number of threads that they request. Raises EncodingError for refused options."""
    found = [_THREADS.fullmatch(v) for names, v, _ in _read(options) if "parallel-mode" in names]
    return max([1, *(int(each[1][:4]) for each in found if each)])


def _read(options: Sequence[str]) -> Iterator[tuple[Sequence[str], str, Sequence[str]]]:
    """Each option's name, or the names it may abbreviate, its value, and its words.

    Raises EncodingError for any option that is not harmless.
    """
    words = iter(options)
    for word in words:
        whole = [word]
        if not word.isascii() or not word.isprintable():
            raise EncodingError(f"{word!r} is no option of clingo")
        names, value = _names(word)
        if not names:
            raise EncodingError(f"{word}: unknown option of clingo")
        if names == ["enum-mode"] and value in _ENUMERATIONS:
            yield names, value, whole
            continue
        if any(name not in HARMLESS for name in names):
            raise _refusal(word, names, value)
        if value is None and all(HARMLESS[name] == REQUIRED for name in names):
            if word.startswith("--no-") and not any(name.startswith("no-") for name in names):
                value = "no"
            else:
                value = next(words, None)
                whole += [value] if value is not None else []
        if value is None:
            value = ""
        elif (value.startswith("-") and value != "-1") or not value.isascii():
            raise EncodingError(f"expected a value for {word}, found {value!r}")
        if "configuration" in names and value not in _CONFIGURATIONS:
            known = ", ".join(_CONFIGURATIONS)
            raise EncodingError(f"expected one of {known} for clingo's configuration")
        yield names, value, whole


def _names(word: str) -> tuple[Sequence[str], str | None]:
    """The options that a word may mean, and its value for them."""
    if re.fullmatch(r"-?\d+", word):
        return ["number"], None
    if word.startswith("--"):
        name, equals, value = word[2:].partition("=")
        return _meant(name), value if equals else None
    if word.startswith("-") and word[1:2] in _LETTERS:
        name = _LETTERS[word[1]]
        glued = word[2:] or None
        if glued and word[1] in _ALONE:
            return [name, *_LETTERS.values()], None
        return [name], glued
    return [], None


def _meant(name: str) -> Sequence[str]:
    """The options with this name or prefix."""
    known = [*HARMLESS, *REFUSED]
    if not name or name in known:
        return [name] if name else sorted(known)
    bare = name.removeprefix("no-")
    if bare != name and bare in known:
        return [bare]
    starts = (name, bare) if bare else (name, "")
    return sorted(each for each in known if each.startswith(starts))


def instead(word: str, value: str = "") -> str:
    """What to type to pylab instead of an option of clingo's, or of its number of models; or "".

    >>> instead("-n", "0"), instead("--opt-mode=optN"), instead("--opt-mode=enum")
    ('--models 0', '--opt-mode optN', '')
    >>> instead("--seed", "3"), instead("--restart-on-model", "x.lp")
    ('--clingo-option=--seed=3', '--clingo-option=--restart-on-model')
    >>> instead("--seed")
    '--clingo-option=--seed=VALUE'
    """
    names, own = _names(word)
    if names == ["number"] and own is None:
        own = word
    if len(names) == 1 and names[0] in _INSTEAD:
        value = own or value
        if names == ["enum-mode"] and value not in CONSEQUENCES:
            return f"--clingo-option=--enum-mode={value}" if value in _ENUMERATIONS else ""
        if names == ["opt-mode"] and value and value not in OPT_MODES:
            return ""
        if names == ["parallel-mode"] and not value.isdecimal():
            return f"--clingo-option=--parallel-mode={value}" if value else ""
        return _INSTEAD[names[0]].format(value or {"const": "NAME=VALUE"}.get(names[0], "VALUE"))
    if not (names and HARMLESS.keys() >= {*names}):
        return ""
    needed = own is None and all(HARMLESS[name] == REQUIRED for name in names)
    if needed:
        value = value if value and not value.startswith("-") else "VALUE"
        word += f"={value}" if word.startswith("--") else value
    return f"--clingo-option={word}"


_EXPECTED = "expected an option that changes nothing but clingo's search"


def _refusal(word: str, names: Sequence[str], value: str | None) -> EncodingError:
    if len(names) == 1 and (told := instead(word, value or "")):
        return EncodingError(f"{_EXPECTED}, found `{word}`: use {told}")
    full = f" ({names[0]})" if len(names) == 1 and names[0] not in word else ""
    return EncodingError(f"{_EXPECTED}, found `{word}`{full}")
