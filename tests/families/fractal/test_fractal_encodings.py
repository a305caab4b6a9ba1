"""The encodings by themselves: silent, in plain ASCII, and runnable with nothing but clingo."""

from __future__ import annotations

import subprocess
import sys

import pytest
from fractal_ask import INSTANCES, ROOT, ask, load, read
from projects import BARE, QUICK, few

from pylab.base import resources
from pylab.encoding import files
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import GOAL_KINDS
from pylab.families.fractal.pds import system_of
from pylab.text.facts import write_facts

FOLDER = resources.encodings("fractal")
ENTRIES = sorted({task.encoding for task in FAMILY.tasks})


def bare(*arguments):
    return subprocess.run(
        [sys.executable, "-c", BARE, "--warn=all", *map(str, arguments)],
        capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip


@pytest.mark.parametrize("entry", few(ENTRIES, 2))
def test_entries_run_bare_and_silently(entry, tmp_path):
    puzzles = [load("sealed.lab"), load("treasure.lab")]
    if not QUICK:
        puzzles.append(load("alice.lab"))
    if entry in ("escape.lp", "winning.lp"):
        puzzles.append(system_of(load("infinite.lab")))
    for number, puzzle in enumerate(puzzles):
        facts = tmp_path / f"{number}.lp"
        facts.write_text(write_facts(FAMILY.facts(puzzle)))
        done = bare(FOLDER / entry, facts)
        assert done.stderr == ""
        assert "\nSATISFIABLE\n" in done.stdout  # a proof that there is no run is an answer


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.lp")), ids=lambda path: path.name)
def test_headers(path):
    text = path.read_text(encoding="ascii")
    sections = files.header(path).sections
    assert sections["Purpose"]
    assert all(len(line) <= 100 for line in text.splitlines())


def test_refutation_refuses_nothing_at_all(tmp_path):
    facts = tmp_path / "infinite.lp"
    facts.write_text(write_facts(FAMILY.facts(load("infinite.lab"))))
    assert "UNSATISFIABLE" in bare(FOLDER / "refutation.lp", facts).stdout


def test_refutation_refuses_tables_that_say_nothing_of_the_goal(tmp_path):
    table = tmp_path / "table.lp"
    for name, puzzle, rows in (
        ("automaton", read("goal: accept b\nb --\\bot--> b\na b\n"), '(start,"a";start,"b")'),
        ("system", system_of(load("infinite.lab")), '(start,"a")'),
    ):
        facts = tmp_path / f"{name}.lp"
        facts.write_text(write_facts(FAMILY.facts(puzzle)))
        table.write_text(f"reached{rows}.")
        assert ask(puzzle, "escape", "clingo")[0].status.value == "found"
        assert "UNSATISFIABLE" in bare(FOLDER / "refutation.lp", facts, table).stdout


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize("kind", GOAL_KINDS)
def test_every_kind_of_goal_is_known_to_encodings_searches_and_checker(kind, engine):
    """A kind that one of them passes over would never be reached, or always."""
    place = "" if kind == "escape" else " 1"
    text = f"start: inner.s\ngoal: {kind}{place}\n"
    text += "1 --\\bot--> 1\n" if kind == "accept" else ""
    state = "" if kind == "escape" else f"goal {kind} <q>\n"
    for puzzle, found in (
        (read(text + "1 A.1\ninner.s 1"), True),
        (read(text + "1 A.1\ninner.s A.2"), False),
        (read(f"(p <a>)\np <a> --> q <>\n{state}", "x.pds"), True),
        (read(f"(p <a>)\np <a> --> p <a>\nq <a> --> q <>\n{state}", "x.pds"), False),
    ):
        report, (only,) = ask(puzzle, "escape", engine)
        assert (report.status.value == "found") == found
        assert only.verdict.valid


def test_instances_folder_is_where_it_is_expected():
    assert INSTANCES.is_dir()
