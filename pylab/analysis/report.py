"""Describes a comparison line by line, for command line and notebooks; compares nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pylab.analysis import blame, trials
from pylab.analysis.compare import COSTS, TIMES, Level, Result, Variant
from pylab.analysis.differences import Difference, Outcome
from pylab.analysis.edits import Edit
from pylab.base.finding import Status
from pylab.base.words import counted

if TYPE_CHECKING:
    from pylab.analysis.comparison import Comparison, Told

_LISTED = 8
"""The most places that are listed."""

IN_JSON = " (--format json has all)"
"""Where the command line has the others."""


def lines(
    whole: Comparison,
    written: Mapping[str, str] | None = None,
    folded: Callable[[str, int], str] = lambda line, _: line,
) -> Iterator[str]:
    """The lines after those on single instances.

    Args:
        written: for each variant, words after its shrunk instance, such as the file's name.
        folded: breaks a long line; further lines begin with so many blanks.
    """
    for told in whole.differences:
        yield ""
        for line, indent in _explained(told, (written or {}).get(told.variant, "")):
            yield folded(line, indent)
        yield ""
        own = whole.family.as_written
        if own:  # the facts of its instance, even where the answer could be drawn
            yield from _indented((told.file[1] or "no facts").splitlines())
        if not own or own.scene:
            yield from _indented(told.picture(whole.family).rstrip("\n").split("\n"))
    if whole.differences:
        yield ""
    others = range(1, len(whole.variants))
    for index in others:
        yield from _costs(whole, index)
    for index in others:
        for line in _uncovered(whole, index):
            yield folded(line, 2)
    yield folded(f"{'ended early: ' if whole.ended else ''}{conclusion(whole)}", 2)


def conclusion(whole: Comparison) -> str:
    """In a sentence, whether they are the same, and what was left out."""
    if not whole.left_out:
        return _concluded(whole)
    drawn = sum(name.startswith(trials.DRAWN) for name in whole.left_out)
    names = [name for name in whole.left_out if not name.startswith(trials.DRAWN)]
    names += [counted(drawn, "random instance")] if drawn else []
    return f"{_concluded(whole)}; left out: {_listed(names)}"


def _concluded(whole: Comparison) -> str:
    rows, count = whole.outcomes, counted(len(whole.outcomes), "instance")
    limits = sum(any(row.undecided) for row in rows)
    if parts := sum(any(row.differences) for row in rows):
        return f"different on {parts} of {count}"
    if limits:
        rest = "; the same on all others" if limits < len(rows) else ""
        return f"undecided on {limits} of {count}{rest}"
    where = f"all {count}" if len(rows) > 1 else "this instance"
    more = f"than were enumerated (--answers {whole.terms.answers})"
    if whole.capped:
        return f"undecided: on {where}, there are more answers {more}"
    if edits := [each for untried in whole.untried for each in untried]:
        return _not_shown(whole, edits)
    what = {
        Level.STATUS: "whether there is an answer",
        Level.OPTIMUM: "the optimum",
        Level.ANSWERS: "the answers",
    }
    capped = whole.terms.level is Level.ANSWERS and sum(any(row.capped) for row in rows)
    limit = f", but on {capped} of these, there are more {more}" if capped else ""
    return f"the same on {where}: {what[whole.terms.level]}{limit}"


def _not_shown(whole: Comparison, edits: Sequence[Edit]) -> str:
    one = len(whole.outcomes) == 1
    where = "this instance" if one else f"all {counted(len(whole.outcomes), 'instance')}"
    shows = "it does not show" if one else "none of them shows"
    if not whole.settled:
        each = "it shows" if one else "one of them shows"
        shows = f"it was not looked to the end whether {each}"
    places = dict.fromkeys(each.statement.where for each in edits)
    return f"undecided: the same on {where}, but {shows} what was edited in {_listed(places)}"


def _costs(whole: Comparison, index: int) -> Iterator[str]:
    if not (found := whole.costs(index)):
        return
    count = len(whole.settled_costs(index))
    over = f"medians over {counted(count, 'instance')}" if count > 1 else "on one instance"
    yield f"cost of {whole.variants[index].name}, {over}:"
    yield f"  {'':10}{'reference':>12}{'variant':>12}{'ratio':>9}"
    for name, (one, two, ratio) in found.items():
        share = "-" if ratio is None else f"{ratio:.2f}"
        yield f"  {name:10}{figure(name, one):>12}{figure(name, two):>12}{share:>9}"


def _uncovered(whole: Comparison, index: int) -> Iterator[str]:
    if found := whole.uncovered[index - 1]:
        seen, rows = whole.coverage[index - 1]["seen"], len(whole.outcomes)
        where = "this instance" if seen == 1 else f"these {seen} instances"
        if seen < rows:
            where = f"the {seen} of {counted(rows, 'instance')} that were looked at"
        are = "is" if len(found) == 1 else "are"
        rules = f"{counted(len(found), 'rule')} of {whole.variants[index].name} {are}"
        places = _listed([each.where for each in found])
        yield f"{rules} not covered by {where}: {places}"


def row_line(row: Outcome, variants: Sequence[Variant]) -> str:
    """A line on an instance: what the reference finds, and who differs; may be empty."""
    name = row.sample.name
    if row.left_out:
        return "" if row.sample.drawn else f"{name}: left out: {row.left_out}"
    said = [_said(*each) for each in zip(row.differences, row.undecided, strict=True)]
    if len(set(said)) > 1:
        said = [f"{each.name} {word}" for each, word in zip(variants[1:], said, strict=True)]
    return f"{name}: {_found(row.results[0])}: {'; '.join(dict.fromkeys(said))}"


def _said(difference: Difference | None, limit: str) -> str:
    if difference is not None:
        return f"DIFFERENT ({difference.kind})"
    return f"undecided ({limit})" if limit else "same"


def _found(result: Result) -> str:
    """The reference's result in words."""
    if not result.supported:
        return "unsupported"
    if result.invalid:
        return "an answer that is invalid"
    if result.status is not Status.FOUND:
        none = result.decision or "no answer"
        return result.reason or (none if result.status is Status.NONE else "unknown")
    number = f"{len(result.answers)}{'' if result.complete else '+'}"
    best = f", optimum {' '.join(map(str, result.optimum))}" if result.optimum else ""
    return f"{number} answer{'' if number == '1' else 's'}{best}"


def cost_lines(row: Outcome, variants: Sequence[Variant]) -> Iterator[str]:
    """The cost of each variant on an instance."""
    for each, result in zip(variants, row.results, strict=True):
        if result.supported:
            told = (f"{name} {figure(name, getattr(result.cost, name))}" for name in COSTS)
            yield f"    {each.name}: {', '.join(told)}"


def figure(name: str, value: float) -> str:
    """A figure of a cost with its unit: at least three digits of a time, half a count.

    >>> figure("solving", 0.0000173), figure("total", 0.0123), figure("total", 75.25)
    ('0.017 ms', '12.3 ms', '75.2 s')
    >>> figure("rules", 125.0), figure("rules", 0.5)
    ('125', '0.5')
    """
    if name not in TIMES:
        return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
    amount, unit = (value, "s") if value >= 1 else (1000 * value, "ms")
    decimals = 3 if amount < 1 else 2 if amount < 10 else 1 if amount < 100 else 0
    return f"{amount:.{decimals if amount else 0}f} {unit}"


def _listed(words: Collection[str]) -> str:
    """The first words, and the number of others."""
    more = f" and {len(words) - _LISTED} more{IN_JSON}"
    return ", ".join(list(words)[:_LISTED]) + (more if len(words) > _LISTED else "")


def _explained(told: Told, written: str) -> Iterator[tuple[str, int]]:
    """Lines, each with the indentation of its continuation lines."""
    yield f"DIFFERENT: {told.difference.words}", 2
    minimal = "a minimal instance" if told.smallest else "an instance"
    over = "" if told.smallest else " (time for shrinking is over)"
    size = f"{counted(told.facts, 'fact')}, from {told.origin} with {told.before}"
    if told.before:
        yield f"on {minimal} that shows it{over}, {size}{written}", 2
    yield from ((line, 11) for line in blame.lines(told.blame))
    yield from ((line, 4) for line in _indented(told.trace))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}".rstrip() for line in lines)
