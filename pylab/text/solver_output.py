"""Reads what solvers print: answers, and claims about them; everything else is blanked.

It reads clingo's, clasp's and asprin's text, JSON, the ASP Competition's format, `v` lines,
smodels' stable models, one answer per line (`clingo -V0`) or in braces (dlv, wasp), and what pylab
prints. Lines and columns are kept, so that errors in an answer point into the original text.

An output may end anywhere, because its solver may have been killed; only whole answers count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pylab.base.errors import Place, WitnessError, short
from pylab.text import solver_json
from pylab.text.facts import BESIDE, EMPTY
from pylab.text.solver_claims import CLAIMS, NO_ANSWERS, AnswerText, Claim, Output, meaning
from pylab.text.source import Source

_JSON = re.compile(r'\s*\{\s*("|\}\s*\Z)')
_BEST = "Best model:"
_BRACES = re.compile(rf"({_BEST} *)?\{{.*\}}")
_SECOND = re.compile(r"% answer 2\b.*", re.ASCII)
_BEGIN = re.compile(
    r"Answer( Set)?(:\s*\d*\b.*|\s+\d+:?|:)|ANSWER( SET)?|% answer \d+\b.*", re.ASCII
)
_OUR_REFUSAL = re.compile(r"%\s(none|no|unknown) \(.*")
_CLINGO = re.compile(r"^(py)?(clingo|clasp) version ", re.MULTILINE)
_COSTS = re.compile(
    r"COST [-\d@ ]+|(o|Optimization ?:) ?[-\d ]+|Progression ?:.*|Cost \(\[Weight:Level\]\): <.*>"
)
_NUMBER = re.compile(r"(?<![@:\d])-?\d{1,18}(?!\d)")
_LEVELS = re.compile(r"(-?\d{1,18})@(\d{1,9})\b")
_TALK = re.compile(
    r"""
      (py)?(clingo|clasp|gringo)\ version\ .* | (clingo-dl|clingcon|asprin|smodels)\ version\ .*
    | DLV\ .* | True | False | Duration:.* | (Number|Size)\ of\ .*:.*
    | Reading\ from\ .* | (Solving|Grounding)\.\.\.
    | (Models|Optimum|Optimal|Calls|Time|CPU\ Time|Threads|Bounds|Rules|Atoms)\ *:.*
    | TIME\ LIMIT\ .* | INTERRUPTED\ .* | \*+\ (Info|Warn)\w*\ ?:.* | Consequences\ *:.*
    """,
    re.VERBOSE,
)
_VALUES = "Assignment:"
"""What clingo-dl and clingcon print above the line of their variables' values."""

_VALUE = re.compile(r"(?a:(\S+)=(-?\d+)(?=\s|$))")
"""A variable and its value, which is the atom `val(x,3)` of the answer."""

_SAID = re.compile(
    "|".join(
        (
            *(form.pattern for form in (*CLAIMS.values(), _OUR_REFUSAL, _COSTS)),
            rf"{_BEST} *\{{.*\}}",
            rf"(?a:{_BEGIN.pattern})|(?x:{_TALK.pattern})|{_VALUES}",
        )
    )
)
"""All of these in one pattern, because most lines match none."""

_SAT = re.compile(r"s [A-Z ]+|[cv]( .*)?|o .*")
_MODEL = "Stable Model:"

_VERDICT = re.compile(r"% (valid|invalid|INVALID|NOT CHECKED|not checked)\b.*")
"""What pylab prints below the facts of an answer."""

_FACTLESS = re.compile(rf"{EMPTY}|{BESIDE}.*|{_VERDICT.pattern}")
"""What pylab prints of an answer that has no facts."""

_GROUND = re.compile(r"\s*asp \d+ \d+ \d+( incremental)?\s*?(\n|\Z)", re.ASCII)
"""How a ground program begins (aspif)."""

_CONSEQUENCES = re.compile(
    r"^(?:(?:% ?)? *Consequences *: *[\[\d]"
    r"|% (?:\d+ atoms? in (?:some|every|the)|no atom is in (?:any|every)) .*\banswers?\b).*$",
    re.MULTILINE | re.ASCII,
)
"""What clingo, or pylab, says below what holds in some answers, or in all."""

_RUN = re.compile(r"^([%c] )?(py)?(clingo|clasp|clingo-dl|clingcon) version .*$", re.MULTILINE)
_IN_COMMENTS = re.compile(r"^% Answer: \d+$", re.MULTILINE | re.ASCII)
"""How clasp's `--outf=1` announces its only answer; more is printed after it."""

_RUNS = "expected the output of one run of a solver, found two"

_ATOM = re.compile(r"-?_*[a-z][A-Za-z0-9_']*\(", re.ASCII)
_SEVERAL = re.compile(r"\) +-?_*[a-z]", re.ASCII)


def output(source: Source, typed: bool = False) -> Output:
    """The answers in a text, each with everything else blanked, and the claims about them.

    Args:
        source: the text; an `AnswerText` is its own only answer.
        typed: whether a person wrote it, so that its last line can't be cut off.

    Raises WitnessError for an empty text, for other JSON, for text that looks like an answer but is
    none, and for text whose answers can't be told apart.
    """
    if isinstance(source, AnswerText):
        return Output((source,))
    if _JSON.match(source.text):
        return solver_json.output(source)
    printed = _Printed(source, typed)
    printed.refuse()
    told = printed.claims()
    found = list(printed.answers(told.claim))
    whole = tuple(each for each in found if isinstance(each, AnswerText))
    cut = next((each for each in found if isinstance(each, Place)), None)
    return replace(told, answers=whole, cut=cut)


def split(source: Source, typed: bool = False) -> list[AnswerText]:
    """The answers in a text, each with everything else blanked; the whole text if none is marked.

    Raises WitnessError where the text says that there is no answer, and what `output` raises.
    """
    found = output(source, typed)
    if not found.answers:
        place = found.cut or found.place or Place(source.name, 1, 1)
        raise WitnessError(f"expected an answer, found {found.words or found.silence}", place)
    return list(found.answers)


def single(source: Source, typed: bool = True) -> AnswerText:
    """The only answer in a text. Raises WitnessError if there are none or several."""
    found = split(source, typed)
    if len(found) > 1:
        raise WitnessError(f"expected one answer in {source.name}, found {len(found)}")
    return found[0]


@dataclass(frozen=True)
class _Printed:
    """The lines of an output; the last one is empty if the text ends with a line break."""

    source: Source
    typed: bool

    @cached_property
    def lines(self) -> list[str]:
        lines = self.source.text.split("\n")
        return [*lines, ""] if self.typed and lines[-1] else lines

    @cached_property
    def words(self) -> list[str]:
        return [line.strip() for line in self.lines]

    @cached_property
    def last(self) -> int:
        return len(self.lines) - 1

    @cached_property
    def begins(self) -> list[int]:
        """The lines that are headings of answers."""
        return [i for i, word in enumerate(self.words) if _BEGIN.fullmatch(word)]

    def place(self, number: int) -> Place:
        """The place of the first word of a line."""
        line = self.lines[number]
        column = len(line) - len(line.lstrip()) + 1 if line.strip() else 1
        return Place(self.source.name, self.source.above + number + 1, column, line)

    def refuse(self) -> None:
        """Raises WitnessError for ground programs, consequences, and outputs of several runs."""
        text, source = self.source.text, self.source
        if _GROUND.match(text):
            raise WitnessError("expected an answer, found a ground program (aspif)", self.place(0))
        if found := _CONSEQUENCES.search(text):
            raise WitnessError(NO_ANSWERS, source.place(found.start()))
        runs = list(_RUN.finditer(text))
        if len(runs) > 1:
            raise WitnessError(_RUNS, source.place(runs[1].start()))
        self._refuse_second()

    def _refuse_second(self) -> None:
        """Raises WitnessError for facts below pylab's verdict on others, without a heading."""
        verdict = False
        for number, word in enumerate(self.words):
            if _VERDICT.fullmatch(word):
                verdict = True
            elif _BEGIN.fullmatch(word):
                verdict = False
            elif verdict and _ATOM.match(word):
                message = (
                    "expected one answer, found facts below the verdict on others: if they are "
                    "another answer, write '% answer 2' above them, else delete the verdict's line"
                )
                raise WitnessError(message, self.place(number))

    def claims(self) -> Output:
        """The claim about the answers.

        Raises WitnessError for contradictory claims, and for answers below the claim about all.
        """
        told = Output()
        run = _Run(bool(self.begins))
        for number, word in enumerate(self.words):
            said = _SAID.fullmatch(word) is not None
            if (said or run.alert) and run.is_over(word, said):
                raise WitnessError(_RUNS, self.place(number))
            if not said:
                continue
            if number < self.last and _COSTS.fullmatch(word):
                levels = sorted(_LEVELS.findall(word), key=lambda pair: -int(pair[1]))
                costs = tuple(map(int, [e for e, _ in levels] or _NUMBER.findall(word)))
                # dlv has the least important level first
                told = replace(told, costs=costs[:: -1 if "[" in word else 1] or told.costs)
            claim = meaning(word)
            if word == "False" and not self.begins:
                claim = Claim.NONE  # smodels, which says so behind its last answer, too
            if word.startswith(_BEST):
                word, claim = _BEST, Claim.OPTIMUM
            if claim is None and (ours := _OUR_REFUSAL.fullmatch(word)):
                claim = Claim.NONE if ours[1] == "no" else Claim(ours[1])
            if claim is None:
                continue
            line = self.lines[number]
            place = Place(self.source.name, self.source.above + number + 1, 1, line)
            if told.claim and (claim is Claim.NONE) != (told.claim is Claim.NONE):
                message = f"expected one claim, found {short(told.words)} and {short(word)}"
                raise WitnessError(message, place)
            told = replace(told, claim=claim, words=word, place=place)
        return told

    def answers(self, claim: Claim | None) -> Iterator[AnswerText | Place]:
        """The answers, and the place where an incomplete one begins."""
        words = self.words
        if self.begins:
            return self._marked(self.begins)
        if any(words) and all(not word or _SAT.fullmatch(word) for word in words):
            return self._of_values()
        braces = [i for i, word in enumerate(words) if _BRACES.fullmatch(word)]
        if braces:
            return (self._line(i, _without_braces(self.lines[i])) for i in braces)
        if any(_OUR_REFUSAL.fullmatch(word) for word in words):
            certificate = any(word and not word.startswith("%") for word in words)
            return iter([self._text(self.lines, marked=False)] if certificate else [])
        end = self._end_of_rows(claim)
        return self._facts(claim) if end is None else self._rows(end)

    def _line(self, number: int, text: str) -> AnswerText:
        return AnswerText(self.source.name, text, self.source.above + number)

    def _text(self, lines: Sequence[str], start: int = 0, marked: bool = True) -> AnswerText:
        return AnswerText(
            self.source.name, "\n".join(lines), self.source.above + start, marked=marked
        )

    @cached_property
    def _clingos(self) -> bool:
        return bool(_CLINGO.search(self.source.text))

    @cached_property
    def _announced(self) -> bool:
        """Whether this line shows that more is always printed after the answer."""
        return bool(_IN_COMMENTS.search(self.source.text))

    @cached_property
    def _kept(self) -> list[str]:
        """The lines; those after the claim and all others outside answers are blanked.

        If clingo printed its version line, only the line after each heading is an answer.
        """
        talk = [_BEGIN, _TALK, _COSTS, *CLAIMS.values()]
        kept = []
        over, before = self._clingos, ""
        for line, word in zip(self.lines, self.words, strict=True):
            said = _SAID.fullmatch(word) is not None
            heading = _BEGIN.fullmatch(before if self._clingos else word)
            over = not heading if self._clingos else over and not heading
            if before == _VALUES:
                over, line = False, _VALUE.sub(r"val(\1,\2)", line)
            mute = over or word == _VALUES
            mute = mute or (said and any(kind.fullmatch(word) for kind in talk))
            kept.append(" " * len(line) if mute else line.replace(_MODEL, " " * len(_MODEL)))
            claims = said and any(kind.fullmatch(word) for kind in CLAIMS.values())
            over, before = over or claims, word
        return kept

    def _marked(self, begins: Sequence[int]) -> Iterator[AnswerText | Place]:
        """Answers with a heading line each; lines before the first heading don't count.

        The first answer that pylab prints may have no heading.
        """
        headless = _SECOND.fullmatch(self.words[begins[0]]) is not None
        heads = [-1, *begins] if headless else begins
        for head, end in zip(heads, [*heads[1:], self.last + 1], strict=True):
            start = max(head, 0)
            there = self._ends_in_a_line if self._clingos else self._ends
            whole = there(head + 1, end)
            if whole:
                yield self._text(self._kept[start:end], start)
            elif whole is None:
                yield self.place(start)

    def _ends_in_a_line(self, first: int, end: int) -> bool | None:
        """Whether this line is a whole answer of clingo's; None if it is cut off."""
        if first >= self.last:
            return None
        if self.words[first] and _SAID.fullmatch(self.words[first]):
            return False  # its atoms were not to be printed
        if first + 1 < min(end, self.last) and _ATOM.match(self.lines[first + 1]):
            place = self.place(first + 1)
            raise WitnessError("expected the atoms of an answer on one line, found more", place)
        return True

    def _ends(self, first: int, end: int) -> bool | None:
        """Whether these lines are a whole answer; None if it is cut off."""
        rows = range(first, end)
        there = [i for i in rows if self._kept[i].strip() and not self.words[i].startswith("%")]
        known = self.last - self._announced
        if there:
            return True if there[-1] < known else None
        for i in rows[: max(0, known - first)]:
            if _FACTLESS.fullmatch(self.words[i]):
                return True
            if not self.words[i].startswith("%"):
                return not _SAID.fullmatch(self.words[i])
        return None if end > self.last else False

    def _of_values(self) -> Iterator[AnswerText | Place]:
        """Answers in `v` lines; consecutive ones are one answer, even with comments in between."""
        start, row = 0, list[str]()
        pairs = zip([*self.lines, "s"], [*self.words, "s"], strict=True)
        for number, (line, word) in enumerate(pairs):
            if word == "v" or word.startswith("v "):
                if re.match(r"v\s+-?\d", word):
                    message = "expected atoms, found the model of a formula"
                    raise WitnessError(message, self.place(number))
                start = start if row else number
                row.append(line.replace("v", " ", 1))
                if number == self.last:
                    yield self.place(start)
                    return
            elif row and (word == "" or word[:2] in ("c", "c ")):
                row.append("")
            elif row:
                yield self._text(row, start)
                row = []

    def _end_of_rows(self, claim: Claim | None) -> int | None:
        """The ends of one-line answers, as `clingo -V0` prints them; None for other text."""
        if claim in (Claim.FOUND, Claim.OPTIMUM):
            end = next(i for i, word in enumerate(self.words) if CLAIMS[claim].fullmatch(word))
        elif claim is None and any(_COSTS.fullmatch(word) for word in self.words[: self.last]):
            end = self.last + (self.words[self.last] != "")
        else:
            return None
        said = (word for word in self.words[:end] if not _COSTS.fullmatch(word))
        talk = any(word.endswith(".") or _TALK.fullmatch(word) for word in said)
        return None if talk or self.words[0].startswith("%") else end

    def _rows(self, end: int) -> Iterator[AnswerText | Place]:
        for i in range(end):
            if not _COSTS.fullmatch(self.words[i]):
                yield self.place(i) if i == self.last else self._line(i, self.lines[i])

    def _facts(self, claim: Claim | None) -> Iterator[AnswerText]:
        """The whole text as one answer of facts. Raises WitnessError for other text."""
        there = [i for i, line in enumerate(self._kept)
                 if line.strip() and not line.lstrip().startswith("%")]  # fmt: skip
        if there:
            self._refuse_facts(there)
            yield self._text(self._kept, marked=False)
        elif any(_FACTLESS.fullmatch(word) for word in self.words[: self.last]):
            yield self._text(self._kept)
        elif claim is None:
            said = any(map(_SAID.fullmatch, filter(None, self.words)))
            if not said and _RUN.search(self.source.text) is None:
                message = "expected an answer, found no facts and no solver's words"
                raise WitnessError(message, Place(self.source.name, 1, 1))

    def _refuse_facts(self, there: Sequence[int]) -> None:
        """Raises WitnessError unless the lines are facts of one whole answer."""
        first = self.words[there[0]]
        if first[0].isdigit():
            message = f"expected a fact, found {short(first.split()[0], 20)}"
            raise WitnessError(message, self.place(there[0]))
        plain = [i for i in there if _ATOM.match(self.lines[i]) and "->" not in self.lines[i]]
        bare = [i for i in plain if not self.words[i].partition("%")[0].rstrip().endswith(".")]
        if bare and bare[-1] == self.last:
            message = (
                "expected a full stop or the end of the line behind the last fact, found the end "
                "of the text: it may be cut off"
            )
            raise WitnessError(message, self.place(self.last))
        if len(bare) > 1 and any(_SEVERAL.search(self.lines[i]) for i in bare):
            message = (
                "expected full stops behind facts on several lines: without, each line may be an "
                "answer of its own (clingo -V0)"
            )
            raise WitnessError(message, self.place(bare[1]))


class _Run:
    """Where the answers of a second run begin: below the claim about all answers of the first.

    asprin claims of each answer that it is an optimum; with `v` lines, the claim comes first.

    Attributes:
        alert: whether lines of unknown forms matter now.
    """

    def __init__(self, headed: bool) -> None:
        self._headed, self.alert = headed, True
        self._begun = self._claimed = self._over = False

    def is_over(self, word: str, said: bool) -> bool:
        """Whether this line is of a second run; `said` if it is of a known form."""
        claim = meaning(word) if said else None
        of_values = claim is not None and word.startswith("s ")
        first = said and _BEGIN.fullmatch(word) if self._headed else not said and _ATOM.match(word)
        if (self._over and first) or (self._begun and self._claimed and of_values):
            return True
        self._claimed |= of_values
        of_all = claim is not None and not (self._headed and word == "OPTIMUM FOUND")
        self._over |= self._begun and of_all
        self._begun |= bool(first) or word.startswith("v ")
        self.alert = self._over or not self._begun
        return False


def _without_braces(line: str) -> str:
    """The atoms of a line in braces, without the commas between them."""
    line = line.replace(_BEST, " " * len(_BEST))
    depth, text, plain = 0, list(line), True
    for i, character in enumerate(line):
        if character == '"' and line[i - 1] != "\\":
            plain = not plain
        elif plain:
            depth += (character == "(") - (character == ")")
            if character in "{}" or (character == "," and depth == 0):
                text[i] = " "
    return "".join(text)
