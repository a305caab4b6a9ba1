"""A line of shell that stands on a page."""

from __future__ import annotations

import re
import shlex
import subprocess

from projects import call, in_shell

PLAIN = re.compile(r"pylab (?!clingo|exercise)[^|<>&;$`*?~{}\\\n]*")
"""The command alone, which needs no shell; but for those that start processes or programs."""


def follow(line, folder, shims=""):
    """How it ends in a folder; `shims` are functions of shell that are known there."""
    if PLAIN.fullmatch(line.strip()):
        return call(*shlex.split(line, comments=True)[1:], cwd=folder)
    return subprocess.run(
        ["bash", "-c", f'pylab() {{ {in_shell()} "$@"; }}\n{shims}{line}'],
        cwd=folder, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
