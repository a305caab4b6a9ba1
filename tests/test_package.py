"""A release: one version everywhere, and workflows that are read as they are meant."""

from __future__ import annotations

import importlib.util
import re
import shutil
import tomllib

import pytest
from projects import ROOT

SPEC = importlib.util.spec_from_file_location("package", ROOT / "tools/package.py")
package = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(package)

PLACES = ["CITATION.cff", "CHANGELOG.md", "lab/pyproject.toml"]


@pytest.fixture
def copied(tmp_path):
    """A folder with copies of the files that have the version."""
    for name in ["pylab/__init__.py", *PLACES]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_all_distributions_have_the_version_of_the_code(copied):
    assert package.mismatches("") == []
    code = copied / "pylab/__init__.py"
    text = code.read_text(encoding="utf-8")
    code.write_text(re.sub('__version__ = ".*"', '__version__ = "9.8.7"', text), encoding="utf-8")
    wrong = package.mismatches("v9.8.7", copied)
    assert [each.partition(" says ")[0] for each in wrong] == PLACES
    assert len(package.mismatches("v9.8.6", copied)) == len(PLACES) + 1


def test_changes_that_are_not_yet_released_have_no_version(copied):
    changes = copied / "CHANGELOG.md"
    known = package.version(copied)
    changes.write_text(
        f"# Changes\n\n## 9.8.7 (not yet released)\n\n## {known}\n", encoding="utf-8"
    )
    assert package.mismatches("", copied) == []
    changes.write_text(f"# Changes\n\n## 9.8.7\n\n## {known}\n", encoding="utf-8")
    assert package.mismatches("", copied) == [f"CHANGELOG.md says 9.8.7, the code {known}"]


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_says_what_it_may_and_each_job_what_it_runs(path):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert read["permissions"] == {"contents": "read"}
    for job in read["jobs"].values():
        assert {"uses"} <= set(job) or {"runs-on", "steps"} <= set(job)


def test_a_release_publishes_all_distributions_and_can_be_repeated():
    release, wheels = (
        (ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8")
        for name in ("release", "wheels")
    )
    assert "workflow_call:" in wheels
    assert "uses: ./.github/workflows/wheels.yml" in release
    assert "needs: [build, wheels]" in release
    published = re.findall(r"with: ({.*(?:path|existing).*})", release.partition("publish:")[2])
    assert published == [
        '{ pattern: "wheels-*", path: wheels, merge-multiple: true }',
        "{ packages-dir: wheels, skip-existing: true }",
        "{ name: dist, path: dist }",
        "{ skip-existing: true }",
    ]
    assert package.PACKAGES == (".", "lab")


def test_wheels_are_tested_where_clingo_has_some_and_none_is_without_the_library():
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert built["cibuildwheel"]["test-skip"] == "*-musllinux_aarch64"
    assert built["cibuildwheel"]["environment"] == {"PYLAB_NATIVE": "1"}
    wheels = (ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8")
    assert "fail-fast: false" in wheels
    for system in ("ubuntu-latest", "ubuntu-24.04-arm", "macos-15-intel", "windows-latest"):
        assert system in wheels


def test_the_oldest_dependencies_that_are_promised_are_the_ones_tried():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tried = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    for each in project["dependencies"]:
        name, oldest = re.match(r"([\w-]+)>=([\d.]+)", each).groups()
        assert f" {name}=={oldest}{'.0' * (2 - oldest.count('.'))}" in tried
