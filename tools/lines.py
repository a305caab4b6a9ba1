"""Counts the project's lines by part: `python tools/lines.py [REVISION]`.

Blank lines, comments and docstrings count. Pictures, instances, answers that tests keep, and files
that are generated or vendored do not. With a revision, a second column has the lines there.
"""

from __future__ import annotations

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

KINDS = ["py", "js", "css", "html", "lua", "lp", "md", "toml", "cpp", "hpp", "in", "yml", "sh"]
"""Endings of files that count, beside executable scripts without one."""

LEFT_OUT = ["*/vendor/*", "instances/*", "tests/data/*", "tests/golden/*", "lab/tools/*.json"]

PARTS = {
    "families: lab_js": ["pylab/families/*/lab_js/*"],
    "families: other JavaScript": ["pylab/families/*.js"],
    "families: Python": ["pylab/families/*"],
    "encodings": ["encodings/*"],
    "core: Python": ["pylab/*.py", "pylab_asp/*.py"],
    "core: pages (JavaScript, CSS, HTML, Lua)": [
        "pylab/*.js",
        "pylab/*.css",
        "pylab/*.html",
        "pylab/*.lua",
    ],
    "core: templates": ["pylab/template/*"],
    "native": ["native/*"],
    "tools, benchmarks, examples, lab, CI": [
        "tools/*",
        "benchmarks/*",
        "examples/*",
        "lab/*",
        ".*",
    ],
    "documents": ["docs/*.md", "*.md"],
    "tests": ["tests/*"],
    "elsewhere": ["*"],
}
"""The parts; a file belongs to the first one that has a pattern for it."""


def git(*words: str) -> str:
    """What git prints."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def counts(path: str) -> bool:
    """Whether a file's lines count."""
    name = path.rpartition("/")[2]
    if any(fnmatch(path, pattern) for pattern in LEFT_OUT):
        return False
    return name.rpartition(".")[2] in KINDS if "." in name else name in ("run", "sanitize")


def part(path: str) -> str:
    """The part to which a file belongs."""
    return next(
        name for name, patterns in PARTS.items() if any(fnmatch(path, each) for each in patterns)
    )


def lines(revision: str | None) -> dict[str, int]:
    """Lines by part: of the files that git tracks as they are, or as they were at a revision."""
    totals = dict.fromkeys(PARTS, 0)
    listed = git("ls-tree", "-r", "--name-only", revision) if revision else git("ls-files")
    for path in filter(counts, listed.splitlines()):
        if revision:
            text = git("show", f"{revision}:{path}")
        elif (ROOT / path).is_file():
            text = (ROOT / path).read_text("utf-8", "replace")
        else:
            continue
        totals[part(path)] += len(text.splitlines())
    return totals


def main() -> None:
    """Print the table."""
    now = lines(None)
    before = lines(sys.argv[1]) if len(sys.argv) > 1 else None
    for name, total in [*now.items(), ("total", sum(now.values()))]:
        row = f"{name:44}{total:8}"
        if before is not None:
            then = before[name] if name in before else sum(before.values())
            row += f"{then:10}{total - then:+8}"
        print(row)


if __name__ == "__main__":
    main()
