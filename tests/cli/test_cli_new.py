"""`pylab new family`: what it writes is a family whose tests pass."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from projects import ROOT, call, run


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A new family in a folder, found as if it were installed, and the environment for that."""
    folder = tmp_path_factory.mktemp("new")
    done = call("new", "family", "hops", "--into", str(folder))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    project = folder / "pylab-hops"
    info = project / "pylab_hops-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pylab-hops\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[pylab.families]\nhops = pylab_hops\n")
    return project, {"PYTHONPATH": f"{project}{os.pathsep}{ROOT}"}


def test_its_tests_pass_as_they_are(written):
    project, env = written
    env = {**os.environ, **env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they need none
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        capture_output=True, encoding="utf-8", check=False, cwd=project, env=env,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert "failed" not in done.stdout


def test_it_is_listed_and_solved(written, tmp_path):
    _, env = written
    done = run("solve", "hops/seven.hops", "--task", "all", env=env, cwd=tmp_path)
    assert (done.returncode, done.stdout.count("% valid, checked: 3 hops")) == (0, 3)
    assert "hops (.hops): hop onto the last stone" in run("families", env=env).stdout


def test_nothing_of_the_pattern_is_left(written):
    project, _ = written
    files = [path for path in project.rglob("*") if path.is_file()]
    assert len(files) >= 14
    assert not any("NAME" in path.name or path.suffix == ".in" for path in files)
    names = [path for path in files if path.suffix != ".pyc"]
    assert not any("NAME" in path.read_text(encoding="utf-8") for path in names)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["alice"], "there is a family alice already"),
        (["A b"], "of 2 to 31 lower-case letters and digits, a letter first, found 'A b'"),
        (["9x"], "a letter first, found '9x'"),
        (["../up"], "expected a name"),
        (["class"], "found Python's keyword class"),
        (["fresh", "--into", "/dev/null"], "/dev/null/pylab-fresh: Not a directory"),
    ],
)
def test_what_can_not_be_written_is_told(words, told):
    done = call("new", "family", *words)
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_pip_is_told_a_path_and_not_a_name_in_the_index(tmp_path):
    done = call("new", "family", "fresh", cwd=tmp_path)
    assert "run pip install ./pylab-fresh, " in done.stderr


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "pylab-fresh").mkdir()
    done = call("new", "family", "fresh", "--into", str(tmp_path))
    assert (done.returncode, "is there already" in done.stderr) == (2, True)
    assert not list((tmp_path / "pylab-fresh").iterdir())
