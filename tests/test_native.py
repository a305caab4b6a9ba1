"""The searches in C++: whether there are any is found out and said, and costs nobody an error.

Whether they agree with Python is tested in tests/native.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from projects import ROOT, run

from pylab.base import native, resources


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the library of an installed package is; nothing is there."""
    (tmp_path / "native").mkdir()
    monkeypatch.setattr(resources, "PACKAGE", tmp_path)
    monkeypatch.delenv("PYLAB_NATIVE", raising=False)
    native._found.cache_clear()
    yield tmp_path / "native"
    native._found.cache_clear()


@pytest.mark.parametrize(
    ("note", "why"),
    [
        ('{"why": "the compiler was on strike"}', "the compiler was on strike"),
        ("{}", "pylab was installed without them"),
        ("[", "pylab was installed without them"),
    ],
)
def test_why_there_is_no_library_is_said(folder, monkeypatch, note, why):
    (folder / "build.json").write_text(note)
    assert not native.available()
    assert native.description() == f"none: {why}"
    assert native.statistics() == {"build": "Python", "not in C++": why}
    monkeypatch.setenv("PYLAB_NATIVE", "0")
    assert native.statistics() == {"build": "Python", "not in C++": "PYLAB_NATIVE=0"}
    assert native.description() == "not used: PYLAB_NATIVE=0"


def test_of_a_puzzle_that_it_does_not_take_the_size_is_to_blame(monkeypatch):
    monkeypatch.setattr(native, "_library", object)
    monkeypatch.setattr(native, "why_not", str)
    monkeypatch.delenv("PYLAB_NATIVE", raising=False)
    assert native.statistics() == {"build": "C++"}
    assert native.statistics(used=False)["not in C++"] == "the puzzle is too large for it"


def test_a_broken_library_costs_a_warning(folder):
    (folder / native._LIBRARY).write_text("no library")
    with pytest.warns(UserWarning, match="searches can't be loaded: .*, so Python is used"):
        assert not native.available()
    assert not native.available()  # once is enough
    assert "can't be loaded" in native.description()


def test_in_a_checkout_a_library_older_than_its_sources_is_not_used(folder, monkeypatch):
    root = folder.parent
    monkeypatch.setattr(resources, "PACKAGE", root / "pylab")
    for name in ("native/build", "native/src"):
        (root / name).mkdir()
    library, source = root / "native/build" / native._LIBRARY, root / "native/src/run.hpp"
    for path, time in ((library, 1), (source, 2)):
        path.write_text("")
        os.utime(path, (time, time))
    with pytest.warns(UserWarning, match=r"older than run\.hpp, so Python is used; run python"):
        assert not native.available()


def test_what_was_the_library_once_is_ignored(tmp_path):
    info = tmp_path / "pylab_asp_native-0.2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pylab-asp-native\nVersion: 0.2.0\n"
    )
    (info / "entry_points.txt").write_text("[pylab.native]\nravensburger = nowhere\n")
    path = {"PYTHONPATH": str(tmp_path)}
    done = run("solve", "ravensburger/example-4x4.lp", "--engine", "native", env=path)
    assert (done.returncode, "native" in done.stderr) == (0, False)
    assert "pip uninstall pylab-asp-native" in run("--version", "-v", env=path).stdout
    assert "uninstall" not in run("--version", "-v").stdout


@pytest.mark.parametrize("named", ["ravensburger/example-4x4.lp", "theseus/hemme.plan"])
def test_it_is_said_which_build_has_searched(named):
    task = "count" if named.startswith("theseus") else "shortest"
    arguments = ("solve", named, "--task", task, "--engine", "native", "--format", "json")
    for environment, build in (
        ({}, "C++" if native.available() else "Python"),
        ({"PYLAB_NATIVE": "0"}, "Python"),
    ):
        done = run(*arguments, env=environment)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["statistics"]["build"] == build


@pytest.fixture
def builder(monkeypatch):
    """`native/build.py`, as hatchling runs it."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    spec = importlib.util.spec_from_file_location("native_build", ROOT / "native/build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("PYLAB_NATIVE", "CXX", "CXXFLAGS", "CPPFLAGS", "LDFLAGS"):
        monkeypatch.delenv(name, raising=False)
    return module


def wheel(builder):
    """What the hook says to hatchling about a wheel, and what it notes in the wheel."""
    said, data = [], {"force_include": {}}
    hook = builder.Hook("", {}, None, None, "", "wheel", SimpleNamespace(display_info=said.append))
    hook.initialize("standard", data)
    included = {inside: outside for outside, inside in data["force_include"].items()}
    note = json.loads(Path(included["pylab/native/build.json"]).read_text())
    hook.finalize("standard", data, "")
    return data, note, said


def compiler(folder, name, script):
    """A compiler in a folder that is the whole path."""
    path = folder / name
    path.write_text(f"#!{shutil.which('sh')}\n{script}\n")
    path.chmod(0o755)
    return path


FAILS = "echo lazy.cpp:1:2: error: no concepts >&2; echo more >&2; exit 1"


@pytest.mark.skipif(sys.platform == "win32", reason="compilers are scripts of a POSIX shell")
@pytest.mark.parametrize(
    ("script", "setting", "why"),
    [
        (None, {}, "no C++ compiler was found when pylab was installed"),
        (FAILS, {}, "c++ failed: lazy.cpp:1:2: error: no concepts"),
        ("exit 3", {}, "c++ failed: exit 3"),
        ("echo version 1", {}, "the library can't be loaded: "),
        (None, {"CXX": "/nowhere/c++ -m64"}, "c++ can't be run: No such file or directory"),
        ("", {"PYLAB_NATIVE": "0"}, "pylab was installed with PYLAB_NATIVE=0"),
    ],
)
def test_a_wheel_without_the_library_is_for_all_platforms(
    builder, tmp_path, monkeypatch, script, setting, why
):
    if script is not None:
        compiler(tmp_path, "c++", script)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    data, note, said = wheel(builder)
    assert note["why"].startswith(why)
    assert why in said[0]
    assert list(data) == ["force_include"]
    assert list(data["force_include"].values()) == ["pylab/native/build.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="compilers are scripts of a POSIX shell")
def test_a_build_that_has_to_have_the_library_fails_without(builder, tmp_path, monkeypatch):
    compiler(tmp_path, "c++", FAILS)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYLAB_NATIVE", "1")
    with pytest.raises(SystemExit, match=r"no concepts\n(.*\n)*more"):
        wheel(builder)


@pytest.mark.skipif(sys.platform == "win32", reason="compilers are scripts of a POSIX shell")
def test_a_wheel_with_the_library_is_for_this_platform(builder, tmp_path, monkeypatch):
    """The second compiler makes it; it copies what is built already."""
    if not native.available():
        pytest.skip("no library was built here")
    compiler(tmp_path, "c++", FAILS)
    library = native._folder() / native._LIBRARY
    copying = f'while [ "$1" ]; do [ "$1" = -o ] && cp {library} "$2"; shift; done; echo g++ 99'
    compiler(tmp_path, "g++", f"PATH={os.environ['PATH']}; {copying}")
    monkeypatch.setenv("PATH", str(tmp_path))
    data, note, said = wheel(builder)
    assert note == {"compiler": "g++ 99", "why": ""}
    assert said == []
    assert data["pure_python"] is False
    python, abi, platform = data["tag"].split("-")
    assert (python, abi) == ("py3", "none")
    assert platform not in ("any", "")
    assert not platform.startswith(("manylinux", "musllinux"))
