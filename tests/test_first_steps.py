"""The tutorial, the page on asking more, recipes with other tools: run as printed, in order."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import projects
import pytest
import shell
from projects import ROOT


def steps(page, tool=""):
    """(command, what it prints) of a page's blocks that need this tool, or none."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    mark = f"steps {tool}" if tool else "steps"
    for block in re.findall(rf"(?ms)^```console {mark}\n(.*?)^```$", text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            end = part.find("\nEND\n") + 5 if "<<'END'" in part else part.index("\n") + 1
            yield part[:end], part[end:]


def follow(folder, commands):
    """Run them; each prints what is said, in this order, whatever stands where `...` does.

    Gives what each prints, and what is said of it.
    """
    shims = f'set -o pipefail\npython() {{ {sys.executable} "$@"; }}\n'
    for command, told in commands:
        done = shell.follow(command, folder, shims)
        said = any(word in command for word in ("compare", "lint", "validate", "exercise check"))
        known = {0, 1, 3} if said or "% none" in told else {0, 10, 30}
        assert done.returncode in known, (command, done.stdout, done.stderr)
        for part in re.split(r"^\.\.\.\n", told, flags=re.MULTILINE):
            assert part.rstrip("\n") in done.stdout, (command, done.stdout, done.stderr)
        yield done.stdout, done.stderr, told


def test_the_tutorial(tmp_path):
    commands = list(steps("tutorial.md"))
    assert len(commands) == 12
    for shown, messages, told in follow(tmp_path, commands):
        assert not told or "\n...\n" in told or told.strip("\n") == shown.strip("\n"), "shortened?"
        unexplained = re.sub(r"pylab: (using the shipped instance|wrote) .*\n", "", messages)
        assert not unexplained
    assert "<html" in (tmp_path / "maze.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "number"), [("primer.md", 9), ("dungeon.md", 4)])
def test_the_commands_of_a_page(tmp_path, page, number):
    commands = list(steps(page))
    assert len(commands) == number
    list(follow(tmp_path, commands))


def test_every_block_of_commands_is_run():
    """Those without a mark are run by test_readme.py, the others here or in test_tutorial.py."""
    here = Path(__file__).read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        for mark in re.findall(r"(?m)^```console (.+)$", page.read_text(encoding="utf-8")):
            known = f'"{page.name}"' in here if mark.startswith("steps") else page.name in (
                "variants.md", "judges.md",
            )  # fmt: skip
            assert known, (page.name, mark)


def test_a_folder_of_rules_in_fifteen_minutes(tmp_path):
    commands = list(steps("folder-tutorial.md"))
    assert len(commands) == 21
    list(follow(tmp_path, commands))
    pages = [(tmp_path / name).read_text(encoding="utf-8") for name in ("watch.html", "lab.html")]
    assert all("<html" in page for page in pages)
    drawn = (tmp_path / "steps.svg").read_text(encoding="utf-8")
    assert drawn.count(">8</text>") >= 1


def test_an_exercise_from_nothing_to_a_graded_class(tmp_path):
    commands = list(steps("exercises.md"))
    assert len(commands) == 10
    list(follow(tmp_path, commands))
    assert "Same mistakes" in (tmp_path / "graded/class.html").read_text(encoding="utf-8")


def test_an_exercise_for_students(tmp_path):
    commands = list(steps("exercises-students.md"))
    assert len(commands) == 4
    projects.run("exercise", "pack", ROOT / "examples/exercises/lines", cwd=tmp_path)
    shutil.unpack_archive(tmp_path / "lines.zip", tmp_path)
    list(follow(tmp_path, commands))


def test_what_more_can_be_asked(tmp_path):
    commands = list(steps("asking-more.md"))
    assert len(commands) == 14
    if importlib.util.find_spec("clingcon") is not None:
        commands += steps("asking-more.md", "clingcon")
        assert len(commands) == 16
    for shown, _, told in follow(tmp_path, commands):
        assert told.strip("\n") == shown.strip("\n")


def test_what_lint_says_for_editors(tmp_path):
    list(follow(tmp_path, steps("tools.md")))
    assert '"ruleId": "undefined"' in (tmp_path / "slip.sarif").read_text(encoding="utf-8")


def test_files_are_edited_as_every_sed_can():
    for page in (ROOT / "docs").rglob("*.md"):  # of macOS, `sed -i` takes a file's new ending
        assert not re.search(r"\bsed -i\s", page.read_text(encoding="utf-8")), page.name


@pytest.mark.parametrize("tool", ["clasp", "ngo", "clintest", "clingraph", "mkdoclingo"])
def test_recipes_with_other_tools(tmp_path, tool):
    commands = list(steps("tools.md", tool))
    assert commands
    module = {"clintest": "clintest", "mkdoclingo": "mkdocstrings_handlers.asp"}.get(tool)
    if module is not None:
        pytest.importorskip(module, reason=f"{tool} is not installed")
    elif shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    list(follow(tmp_path, commands))
