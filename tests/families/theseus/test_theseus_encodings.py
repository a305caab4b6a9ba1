"""Every entry runs bare and silently, alone and with every overlay that fits it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from projects import BARE, few
from theseus_samples import FAMILY, hemme, puzzle_of, random_graph

from pylab.analysis.catalogue import overlays_of
from pylab.base import resources
from pylab.encoding import files as encoding_files
from pylab.encoding import program as encoding
from pylab.text.facts import write_facts

FOLDER = resources.encodings("theseus")
ENTRIES = ("paths", "cycles", "shortest", "longest")
OVERLAYS = [path.stem for path in overlays_of(FAMILY)]


def bare(tmp_path, puzzle, entry, *overlays):
    """The models that clingo counts in a child process, without us.

    Overlays that only set options make facts of the puzzle.
    """
    found = [encoding_files.find(each, "theseus") for each in overlays]
    facts = tmp_path / "puzzle.lp"
    adapted = FAMILY.adapt(puzzle, **encoding_files.options(found))
    facts.write_text(write_facts(FAMILY.facts(adapted)))
    files = [f"{entry}.lp", *(str(each) for each in found if each.is_file()), str(facts)]
    options = ["0", "--warn=all", "-q", "--opt-mode=optN"]
    run = subprocess.run(
        [sys.executable, "-c", BARE, *files, *options],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.stderr == ""
    models = re.search(r"(?:Optimal|Models)\s*: (\d+)(?!.*Optimal)", run.stdout, re.DOTALL)
    return int(models[1])


@pytest.mark.parametrize(("entry", "number"), [("paths", 8256), ("cycles", 3538), ("longest", 2)])
def test_entries_run_bare(tmp_path, entry, number):
    assert bare(tmp_path, hemme(), entry) == number


def test_the_shortest_path_is_found_bare(tmp_path):
    assert bare(tmp_path, hemme(), "shortest") >= 1


SMALL = "+---+-G-+\n|   o   |\n+-o-+-o-+\n|   o   |\n+-S-+---+\n"


OF_PLANS = ("point-once", "room-once", "room-twice", "room-thrice", "same-wall", "back")


@pytest.mark.parametrize("overlay", few(OVERLAYS, 1))
def test_overlays_are_silent(tmp_path, overlay):
    for entry in ("paths", "cycles"):
        bare(tmp_path, puzzle_of(SMALL), entry, overlay)
    if overlay not in OF_PLANS:
        bare(tmp_path, random_graph(1), "paths", overlay)


@pytest.mark.parametrize("entry", ["reasons", "repair"])
def test_explanations_are_silent(tmp_path, entry):
    for puzzle in (puzzle_of(SMALL), random_graph(1)):
        bare(tmp_path, FAMILY.adapt(puzzle, door=1), entry)


@pytest.mark.parametrize("entry", ENTRIES)
def test_headers_say_what_is_counted(entry):
    header = encoding_files.header(FOLDER / f"{entry}.lp").sections
    assert header["Purpose"]
    assert header["Counts"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_overlays_are_no_files_or_optimise(overlay):
    """What an option says needs no rules; what has rules minimises or maximises."""
    path = encoding_files.find(overlay, "theseus")
    program = encoding.load(FOLDER / "paths.lp", [path])
    assert program.optimising == path.is_file() == (not program.options)
    assert FAMILY.adapt(puzzle_of(SMALL), **program.options)


def test_every_task_of_clingo_has_its_entry():
    entries = {task.encoding for task in FAMILY.tasks if task.encoding}
    assert entries == {f"{entry}.lp" for entry in ENTRIES}
