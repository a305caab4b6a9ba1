"""The house: a sixth family drops in, the wheel works elsewhere, rooms keep their doors shut."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap

import pytest
from projects import ROOT

import pylab
from pylab import family

SIXTH = '''
"""Hopscotch: hop from stone to stone, two or three at a time, onto the last one."""

import random
from pylab.facts import Signature, fact, integer, read_facts
from pylab.family import Parameter, Task
from pylab.verdict import Problem, Verdict

STONES = Signature("stones", 1)


class Hopscotch:
    name, doc, suffixes = "hopscotch", "hop onto the last stone", (".hop",)
    vocabulary, parameters = (STONES,), (Parameter("least", 4, "so many stones at least"),)
    options = (Parameter("more", 0, "stones that the file does not tell of"),)
    tasks = (Task("hops", "any way", "hops.lp"), Task("all", "all ways", "hops.lp", 0))

    def read(self, source):
        return int(source.text)

    def write(self, stones):
        return f"{stones}\\n"

    def generate(self, rng, least=4):
        return rng.randint(least, 9)

    def adapt(self, stones, more=0):
        return stones + more

    def facts(self, stones):
        return [fact("stones", stones)]

    def from_facts(self, facts):
        return integer(facts[0], 0, 1)

    def decode(self, stones, task, symbols):
        return tuple(sorted(s.arguments[0].number for s in symbols))

    def encode(self, stops):
        return [fact("stop", stop) for stop in stops]

    def show(self, stops):
        return "".join(f"stop({stop}).\\n" for stop in stops)

    def read_witness(self, source):
        return tuple(integer(f, 0) for f in read_facts(source, [Signature("stop", 1)]))

    def check(self, stones, stops):
        leaps = [b - a for a, b in zip((0, *stops), stops)]
        good = all(leap in (2, 3) for leap in leaps) and stops[-1:] == (stones,)
        problems = () if good else (Problem("leap", f"wrong leaps: {leaps}"),)
        return Verdict(problems, f"{len(stops)} hops")


FAMILY = Hopscotch()
'''
HOPS = """% Purpose:
%   Ways over the stones.
#const longest = 3.
{ stop(1..N) } :- stones(N).
from(0). from(X) :- stop(X).
:- stop(X), not from(X-2), not from(X-longest).
:- from(X), stop(X+1).
:- stones(N), not stop(N).
#show stop/1.
"""
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """The project with a sixth family dropped in and nothing else touched."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("pylab", "encodings", "instances"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pylab_asp.py", folder)
    (folder / "pylab/families/hopscotch").mkdir()
    (folder / "pylab/families/hopscotch/__init__.py").write_text(textwrap.dedent(SIXTH))
    (folder / "encodings/hopscotch").mkdir()
    (folder / "encodings/hopscotch/hops.lp").write_text(HOPS)
    return folder


def command(folder, *arguments, stdin=""):
    return subprocess.run(
        [sys.executable, "-m", "pylab_asp", *arguments],
        input=stdin, capture_output=True, encoding="utf-8", check=False, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip


def test_a_sixth_family_is_one_package_and_one_encoding_folder(copy):
    assert "hopscotch (.hop): hop onto the last stone" in command(copy, "families").stdout
    (copy / "seven.hop").write_text("7")
    told = json.loads(
        command(copy, "solve", "seven.hop", "--task", "all", "--format", "json").stdout
    )
    ways = sorted(answer["facts"] for answer in told["answers"])
    assert ways == [
        "stop(2). stop(4). stop(7).",
        "stop(2). stop(5). stop(7).",
        "stop(3). stop(5). stop(7).",
    ]
    assert all(answer["valid"] for answer in told["answers"])
    facts = command(copy, "facts", "seven.hop").stdout
    assert facts == "stones(7).\n"
    (copy / "seven.lp").write_text(facts)
    assert command(copy, "solve", "seven.lp", "--family", "hopscotch").returncode == 0
    assert "2 hops" in command(copy, "solve", "seven.hop", "--more", "-2").stdout
    fewer = command(copy, "validate", "seven.hop", "-", "--more", "-5", stdin="stop(2).")
    assert fewer.returncode == 0
    assert command(copy, "generate", "hopscotch", "--least", "9", "--seed", "1").stdout == "9\n"
    other = command(copy, "solve", "ravensburger/example-4x4.lp", "--more", "1")
    assert (other.returncode, "no option of ravensburger" in other.stderr) == (2, True)
    all_wrong = command(copy, "solve", "seven.hop", "--task", "all", "-c", "longest=5")
    assert all_wrong.returncode == 4
    assert "REFUTED: wrong leaps: [2, 5]" in all_wrong.stdout
    assert command(copy, "validate", "seven.hop", "-", stdin="stop(7).").returncode == 1


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The wheel, unpacked as an installer would, away from the checkout."""
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("the tests run without the project's root")
    folder = tmp_path_factory.mktemp("wheel")
    build = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert build.returncode == 0, build.stderr
    (wheel,) = folder.glob("pylab_asp-*.whl")
    shutil.unpack_archive(wheel, folder / "site", "zip")
    return folder / "site"


def test_the_wheel_solves_a_shipped_instance_from_any_folder(installed, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pylab_asp", "solve", "ravensburger/example-4x4.lp"],
        capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "using the shipped instance" in done.stderr
    path = subprocess.run(
        [sys.executable, "-m", "pylab_asp", "encodings", "--path"],
        capture_output=True, encoding="utf-8", check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
    ).stdout.strip()  # fmt: skip
    assert path == str(installed / "pylab/encodings")


def test_the_wheel_carries_all_encodings_and_instances(installed):
    for folder in ("encodings", "instances"):
        shipped = {p.relative_to(ROOT) for p in (ROOT / folder).rglob("*") if p.is_file()}
        carried = {
            p.relative_to(installed / "pylab")
            for p in (installed / "pylab" / folder).rglob("*")
            if p.is_file()
        }
        assert shipped == carried


def test_the_wheel_carries_what_pages_are_made_of(installed):
    kinds = ("*.js", "*.css", "*.html")
    parts = {p.relative_to(ROOT) for kind in kinds for p in (ROOT / "pylab").rglob(kind)}
    assert len(parts) >= 7
    assert all((installed / part).is_file() for part in parts)


def test_another_pylab_is_noticed(installed, tmp_path):
    """matplotlib's module of that name, found first."""
    (tmp_path / "pylab.py").write_text("from math import *\n")
    done = subprocess.run(
        [sys.executable, "-c", "import pylab_asp; pylab_asp.main()", "--version"],
        capture_output=True, encoding="utf-8", check=False, cwd="/",
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{installed}"},
    )  # fmt: skip
    assert done.returncode == 1
    assert "another module named pylab is found first" in done.stderr


def modules():
    return [pylab.__name__, *(m.name for m in pkgutil.walk_packages(pylab.__path__, "pylab."))]


@pytest.mark.parametrize("name", [m for m in modules() if not m.endswith("__main__")])
def test_docstrings_tell_the_truth(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_the_rooms_keep_their_doors_shut():
    """The import rules of pyproject.toml; and that each of them would notice a breach."""
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("families/ravensburger/check.py", "import clingo"),
        ("families/ravensburger/check.py", "from pylab.families.ravensburger import format"),
        ("families/ravensburger/model.py", "from pylab.facts import Fact"),
        ("families/ravensburger/draw.py", "import pylab.engine"),
        ("families/ravensburger/format.py", "import pylab.families.hopscotch"),
        ("engine.py", "import pylab.cli.exits"),
        ("engine.py", "import pylab.families.ravensburger"),
        ("facts.py", "import pylab.engine"),
    ],
)
def test_an_import_that_breaks_the_rules_is_noticed(copy, tmp_path, module, line):
    house = tmp_path / "house"
    shutil.copytree(copy / "pylab", house / "pylab")
    shutil.copy(ROOT / "pyproject.toml", house)
    broken = house / "pylab" / module
    broken.write_text(
        broken.read_text().replace("\nfrom __future__", f"\n{line}\nfrom __future__", 1)
    )
    assert line in broken.read_text()
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS],
        cwd=house, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": str(house)},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert " 1 broken" in done.stdout or " 2 broken" in done.stdout


def imports(path):
    """The modules that a file imports, by their full names."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module


@pytest.mark.parametrize("name", family.names())
@pytest.mark.parametrize("module", ["check", "model"])
def test_checkers_and_models_know_the_rules_and_nothing_else(name, module):
    """The import contract forbids some; here only what is allowed passes."""
    allowed = {"pylab.verdict", "pylab.errors", f"pylab.families.{name}.model"}
    for imported in imports(ROOT / "pylab/families" / name / f"{module}.py"):
        assert imported in allowed or imported.split(".")[0] in sys.stdlib_module_names


def test_two_families_cannot_share_an_ending(copy):
    twin = copy / "pylab/families/skipping"
    twin.mkdir()
    (twin / "__init__.py").write_text(textwrap.dedent(SIXTH).replace('"hopscotch"', '"skipping"'))
    (copy / "two.hop").write_text("7")
    done = command(copy, "solve", "two.hop")
    shutil.rmtree(twin)
    assert done.returncode == 2
    assert ".hop belongs to hopscotch and skipping; say which with --family" in done.stderr


def test_the_architecture_names_every_room():
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
    rooms = {p.name for p in (ROOT / "pylab").glob("*.py")} - {"__init__.py", "__main__.py"}
    rooms |= {f"{p.parent.name}/" for p in (ROOT / "pylab").glob("*/__init__.py")}
    assert named == rooms


def test_imports_go_one_way_through_the_rooms():
    """Each room imports only rooms that stand above it in the architecture's table."""
    text = (ROOT / "docs/architecture.md").read_text()
    order = [n.removesuffix(".py").rstrip("/") for n in re.findall(r"(?m)^\| `([^`]+)` \|", text)]
    for index, room in enumerate(order):
        if (ROOT / "pylab" / room).is_dir():
            continue
        for imported in imports(ROOT / "pylab" / f"{room}.py"):
            parts = imported.split(".")
            registry = imported == "pylab.families"  # the folder that the registry looks into
            if parts[0] == "pylab" and len(parts) > 1 and not registry:
                assert parts[1] in order[:index], f"{room} imports {imported}"


def test_the_readme_names_every_key_of_the_json():
    done = subprocess.run(
        [sys.executable, "-m", "pylab_asp", "solve", "ravensburger/example-4x4.lp",
         "--format", "json"],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    readme = (ROOT / "README.md").read_text()
    for key in [*told, *told["answers"][0]]:
        assert f"`{key}`" in readme, key
