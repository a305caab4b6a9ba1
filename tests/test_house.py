"""The house: a sixth family drops in, the wheel works elsewhere, rooms keep their doors shut."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import importlib.util
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from unittest import mock

import pytest
from projects import ROOT
from sixth import FILES, write

import pylab

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """The project with a sixth family dropped in and nothing else touched."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("pylab", "pylab_asp", "encodings", "instances"):
        shutil.copytree(ROOT / name, folder / name)
    write(folder / "pylab/families/hopscotch", "hopscotch", "pylab.families.hopscotch")
    (folder / "encodings/hopscotch").mkdir()
    (folder / "encodings/hopscotch/hops.lp").write_text(FILES["hops.lp"])
    return folder


def command(folder, *arguments, stdin=""):
    return subprocess.run(
        [sys.executable, "-m", "pylab_asp", *arguments],
        input=stdin, capture_output=True, encoding="utf-8", check=False, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip


@pytest.mark.slow  # one from outside is tried every time
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
    assert "3 hops" in command(copy, "solve", "seven.lp").stdout
    assert command(copy, "draw", "seven.hop", "--format", "text").stdout == "ooooooo\n"
    assert "2 hops" in command(copy, "solve", "seven.hop", "--more", "-2").stdout
    fewer = command(copy, "validate", "seven.hop", "-", "--more", "-5", stdin="stop(2).")
    assert fewer.returncode == 0
    assert command(copy, "generate", "hopscotch", "--least", "9", "--seed", "1").stdout == "9\n"
    other = command(copy, "solve", "ravensburger/example-4x4.lp", "--more", "1")
    assert (other.returncode, "no option of ravensburger" in other.stderr) == (2, True)
    all_wrong = command(copy, "solve", "seven.hop", "--task", "all", "-c", "longest=5")
    assert all_wrong.returncode == 4
    assert "INVALID: wrong leaps: [2, 5]" in all_wrong.stdout
    assert command(copy, "validate", "seven.hop", "-", stdin="stop(7).").returncode == 1


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The wheel, unpacked as an installer would, away from the checkout."""
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("the tests run without the project's root")
    folder = tmp_path_factory.mktemp("wheel")
    if importlib.util.find_spec("hatchling"):
        from hatchling.build import build_wheel

        quickly = mock.patch.object(zlib, "Z_DEFAULT_COMPRESSION", 1)
        python = mock.patch.dict(os.environ, PYLAB_NATIVE="0")
        with contextlib.chdir(ROOT), quickly, python:
            build_wheel(str(folder))
    else:  # pip fetches it, which takes seconds
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT],
            check=True, env={**os.environ, "PYLAB_NATIVE": "0"},
        )  # fmt: skip
    (wheel,) = folder.glob("pylab_asp-*.whl")
    shutil.unpack_archive(wheel, folder / "site", "zip")
    for path in (folder / "site").rglob("*.py"):
        _compiled(path, ROOT / path.relative_to(folder / "site"))
    return folder / "site"


def _compiled(path, same):
    """What is compiled of the checkout's file is taken for the same file in the wheel."""
    made = Path(importlib.util.cache_from_source(same))
    if made.exists() and same.read_bytes() == path.read_bytes():
        shutil.copystat(same, path)
        cache = Path(importlib.util.cache_from_source(path))
        cache.parent.mkdir(exist_ok=True)
        shutil.copy2(made, cache)


def test_the_wheel_solves_a_shipped_instance_from_any_folder(installed, tmp_path):
    code = (
        "import runpy\nfrom pylab.base import resources\n"
        "print(resources.shipped('encodings'), flush=True)\n"
        "runpy.run_module('pylab_asp', run_name='__main__', alter_sys=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "ravensburger/example-4x4.lp"],
        capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "using the shipped instance" in done.stderr
    place, _, told = done.stdout.partition("\n")
    assert place == str(installed / "pylab/encodings")
    assert "% valid, checked" in told


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
    kinds = ("*.js", "*.css", "*.html", "py.typed")
    parts = {p.relative_to(ROOT) for kind in kinds for p in (ROOT / "pylab").rglob(kind)}
    assert len(parts) >= 7
    assert all((installed / part).is_file() for part in parts)


def test_another_pylab_that_would_be_found_first_does_no_harm(installed, tmp_path):
    """matplotlib's module of that name."""
    (tmp_path / "pylab.py").write_text("from math import *\n")
    done = subprocess.run(
        [sys.executable, "-c", "import pylab_asp; pylab_asp.main()", "--version"],
        capture_output=True, encoding="utf-8", check=False, cwd="/",
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{installed}"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"pylab, version {pylab.__version__}\n"


def test_every_module_says_what_it_is_for():
    names = [m.name for m in pkgutil.walk_packages(pylab.__path__, "pylab.")]
    assert len(names) > 300
    for name in ["pylab", *names]:
        assert name.endswith("__main__") or importlib.import_module(name).__doc__, name


def with_examples():
    """The names of modules in whose docstrings something is tried."""
    for path in sorted((ROOT / "pylab").rglob("*.py")):
        if ">>>" in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(with_examples()))
def test_docstrings_tell_the_truth(name):
    tried = doctest.testmod(importlib.import_module(name))
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_the_rooms_keep_their_doors_shut():
    """The import rules of pyproject.toml; and that each of them would notice a breach."""
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


BREACHES = [
    ("families/ravensburger/check.py", "import clingo"),
    ("families/ravensburger/check.py", "from pylab.families.ravensburger import format"),
    ("families/ravensburger/model.py", "from pylab.text.facts import Fact"),
    ("families/ravensburger/watch.py", "import pylab.engines"),
    ("families/ravensburger/model.py", "import pylab.core.question"),
    ("families/ravensburger/family.py", "import pylab.core.answer"),
    ("families/ravensburger/format.py", "import pylab.families.hopscotch"),
    ("engines/driver.py", "import pylab.cli.exits"),
    ("engines/driver.py", "import pylab.families.ravensburger"),
    ("core/puzzle.py", "import pylab.engines.driver"),
    ("core/question.py", "import pylab.core.answer"),
    ("core/answer.py", "import pylab.engines"),
    ("family/registry.py", "import pylab.families.ravensburger"),
    ("text/facts.py", "import pylab.engines"),
]


@pytest.fixture(scope="module")
def breached(copy, tmp_path_factory):
    """What is said where all these imports are made."""
    house = tmp_path_factory.mktemp("breached")
    shutil.copytree(copy / "pylab", house / "pylab")
    shutil.copy(ROOT / "pyproject.toml", house)
    for module, line in BREACHES:
        broken = house / "pylab" / module
        text = broken.read_text(encoding="utf-8")
        changed = text.replace("\nfrom __future__", f"\n{line}\nfrom __future__", 1)
        assert changed != text
        broken.write_text(changed, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS],
        cwd=house, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": str(house), "COLUMNS": "300"},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("module", "line"), BREACHES)
def test_an_import_that_breaks_the_rules_is_noticed(breached, module, line):
    importer = "pylab." + module.removesuffix(".py").replace("/", ".")
    words = line.split()
    imported = f"{words[1]}.{words[3]}" if len(words) > 2 else words[1]
    imported = imported.removesuffix(".Fact")
    assert re.search(rf"{re.escape(importer)} -> {re.escape(imported)} \(l", breached), breached


def imports(path):
    """The modules that a file imports, by their full names; also for types only."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module


@pytest.mark.parametrize("name", [p.parent.name for p in ROOT.glob("pylab/families/*/family.py")])
@pytest.mark.parametrize("module", ["check", "model"])
def test_checkers_and_models_know_the_rules_and_nothing_else(name, module):
    """The import contract forbids some; only what is allowed passes, and a checker's chapters."""
    family = f"pylab.families.{name}"
    base = {"verdict", "errors", "memo", "rows", "words"}
    allowed = {*(f"pylab.base.{each}" for each in base), f"{family}.model"}
    folder = ROOT / "pylab/families" / name
    files = sorted(folder.glob(f"{module}.py")) or sorted(folder.glob(f"{module}/*.py"))
    assert files
    for imported in (each for file in files for each in imports(file)):
        chapter = imported.startswith(f"{family}.{module}.")
        standard = imported.split(".")[0] in sys.stdlib_module_names
        assert imported in allowed or chapter or standard


def test_a_class_name_means_one_thing():
    """Outside families, which have words of their own; each format of answers has its Printer."""
    owners = {}
    for path in sorted((ROOT / "pylab").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and "families" not in path.parts:
                owners.setdefault(node.name, []).append(path.name)
    assert [name for name, found in owners.items() if len(found) > 1] == ["Printer"]


def test_the_architecture_names_every_group_and_what_is_in_the_lower_ones():
    text = (ROOT / "docs/maintainers/architecture.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)/` \| (.*) \|$", text, re.MULTILINE))
    groups = {p.parent.name for p in (ROOT / "pylab").glob("*/__init__.py")}
    assert set(rows) == groups
    for name in ("base", "text", "drawing", "encoding", "family", "core", "engines"):
        modules = {p.stem for p in (ROOT / "pylab" / name).glob("*.py")} - {"__init__"}
        assert modules == modules & set(re.findall(r"`(\w+)`", rows[name])), name
    assert {p.name for p in (ROOT / "pylab").glob("*.py")} == {"__init__.py", "__main__.py"}
