"""Searches in C++ are found where they are installed, and what is wrong with them costs a warning.

Whether they agree with Python is tested beside them, in native/tests.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib

import pytest
from projects import ROOT, run

import pylab
from pylab.base import native

INSTALLED = importlib.util.find_spec("pylab_asp_native") is not None


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a module on the path as a twin of `ravensburger`."""

    def made(text):
        (tmp_path / "stand_in.py").write_text(text)
        info = tmp_path / "stand_in-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Name: stand-in\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[pylab.native]\nravensburger = stand_in\n")
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
        monkeypatch.delenv("PYLAB_NATIVE", raising=False)

    native._installed.cache_clear()
    yield made
    native._installed.cache_clear()
    sys.modules.pop("stand_in", None)


def test_a_twin_is_found_by_its_entry_point(install, monkeypatch):
    install(f"FITS = {native.FITS}")
    found = native.twin("ravensburger")
    assert found is not None
    assert found.__name__ == "stand_in"
    assert native.twin("alice") is None
    monkeypatch.setenv("PYLAB_NATIVE", "0")
    assert native.twin("ravensburger") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("FITS = -1", "stand_in is for another version of pylab-asp"),
        ("", "stand_in can't be loaded: AttributeError"),
        ("import nowhere_at_all", "stand_in can't be loaded: ModuleNotFoundError"),
        ("raise OSError('libc is too old\\nvery old')", "OSError: libc is too old; going on"),
    ],
)
def test_a_twin_that_is_broken_or_too_old_costs_a_warning(install, text, told):
    install(text)
    with pytest.warns(UserWarning, match="going on in Python") as warned:
        assert native.twin("ravensburger") is None
    assert told in str(warned[0].message)
    assert native.twin("ravensburger") is None  # once is enough


def test_the_two_distributions_have_one_version():
    if not (ROOT / "native").is_dir():
        pytest.skip("the tests run without the project's root")
    project = tomllib.loads((ROOT / "native/pyproject.toml").read_text())["project"]
    assert project["version"] == pylab.__version__
    assert project["dependencies"] == [f"pylab-asp=={pylab.__version__}"]


@pytest.mark.parametrize("named", ["ravensburger/example-4x4.lp", "theseus/hemme.plan"])
def test_it_is_said_which_build_has_searched(named):
    task = "count" if named.startswith("theseus") else "shortest"
    arguments = ("solve", named, "--task", task, "--engine", "native", "--format", "json")
    for environment, build in (
        ({}, "C++" if INSTALLED else "Python"),
        ({"PYLAB_NATIVE": "0"}, "Python"),
    ):
        done = run(*arguments, env=environment)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["statistics"]["build"] == build
