"""Builds the distributions and checks them as the index will: `python tools/package.py dist`.

    python tools/package.py --checked --tag v0.3.0 dist

`--checked` looks at what is there already, without building it anew; `--tag` must be the version's.
Needs build, twine and check-wheel-contents.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (".", "lab")
"""The folders; wheels with the searches in C++ are built on each machine by wheels.yml."""


def version(root: Path) -> str:
    """The version of the code."""
    return _first(r'^__version__ = "(.*?)"', root / "pylab/__init__.py")


def mismatches(tag: str, root: Path = ROOT) -> list[str]:
    """The places with another version than the code; all distributions share one version."""
    known, found = version(root), []
    places = {
        "the tag": tag.removeprefix("v") or known,
        "CITATION.cff": _first(r"^version: (.*)$", root / "CITATION.cff"),
        # a heading with more words, "0.3.0 (not yet released)", is no release's
        "CHANGELOG.md": _first(r"^## (\S+)$", root / "CHANGELOG.md"),
        "lab/pyproject.toml": _first(r'^version = "(.*)"$', root / "lab/pyproject.toml"),
    }
    for place, other in places.items():
        if other != known:
            found.append(f"{place} says {other}, the code {known}")
    return found


def _first(pattern: str, path: Path) -> str:
    found = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "nothing"


def main() -> int:
    """Build and check the distributions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--checked", action="store_true", help="build nothing")
    parser.add_argument("--tag", default="")
    asked = parser.parse_args()
    if wrong := mismatches(asked.tag):
        print("\n".join(wrong))
        return 1
    python = [sys.executable, "-m"]
    if not asked.checked:
        for package in PACKAGES:
            words = ["build", "--outdir", str(asked.folder), str(ROOT / package)]
            subprocess.run([*python, *words], check=True, env={**os.environ, "PYLAB_NATIVE": "0"})
    made = sorted(map(str, asked.folder.glob("*")))
    wheels = [each for each in made if each.endswith(".whl")]
    subprocess.run([*python, "twine", "check", "--strict", *made], check=True)
    # W002: each copy of vendored software needs its licence; W009: pylab has two names
    subprocess.run([*python, "check_wheel_contents", "--ignore", "W002,W009", *wheels], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
