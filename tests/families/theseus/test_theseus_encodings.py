"""Every entry runs bare and silently, alone and with every overlay that fits it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from theseus_samples import FAMILY, hemme, puzzle_of, random_graph

from pylab import encoding, resources
from pylab.facts import write_facts

FOLDER = resources.encodings("theseus")
ENTRIES = ("paths", "cycles", "shortest", "longest")
OVERLAYS = sorted(path.stem for path in (FOLDER / "variants").glob("*.lp"))


def bare(tmp_path, puzzle, entry, *overlays):
    """The models that clingo counts in a child process, without us."""
    facts = tmp_path / "puzzle.lp"
    facts.write_text(write_facts(FAMILY.facts(puzzle)))
    files = [f"{entry}.lp", *(f"variants/{each}.lp" for each in overlays), str(facts)]
    program = "import sys, clingo; sys.exit(clingo.clingo_main(clingo.Application(), sys.argv[1:]))"
    options = ["0", "--warn=all", "-q", "--opt-mode=optN"]
    run = subprocess.run(
        [sys.executable, "-c", program, *files, *options],
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


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_overlays_are_silent(tmp_path, overlay):
    for entry in ("paths", "cycles"):
        bare(tmp_path, puzzle_of(SMALL), entry, overlay)
    if overlay not in ("point-once", "room-once", "room-twice", "room-thrice"):
        bare(tmp_path, random_graph(1), "paths", overlay)


@pytest.mark.parametrize("entry", ENTRIES)
def test_headers_are_complete(entry):
    header = encoding.header(FOLDER / f"{entry}.lp").sections
    for section in ("Purpose", "Input predicates", "Output predicates", "Program parts", "Counts"):
        assert header[section]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_overlays_set_options_that_exist(overlay):
    program = encoding.load(FOLDER / "paths.lp", [FOLDER / "variants" / f"{overlay}.lp"])
    FAMILY.adapt(puzzle_of(SMALL), **program.options)
    if overlay not in ("lightest", "heaviest"):
        assert program.options
        assert program.counts


def test_every_task_of_clingo_has_its_entry():
    entries = {task.encoding for task in FAMILY.tasks if task.encoding}
    assert entries == {f"{entry}.lp" for entry in ENTRIES}
