"""The ten commands of docs/variants.md, run in order in one folder; they print what is said."""

from __future__ import annotations

import re
import subprocess

from projects import ROOT, in_shell

JUDGES = (ROOT / "docs/judges.md").read_text(encoding="utf-8")
TEXT = (ROOT / "docs/variants.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```console tutorial\n\$ (.*?)\n(.*?)^```$", TEXT)
EXPECTED = {"pylab lint my/shortest.lp": 1, "pylab compare --encoding my/shortest.lp": 1}


JUDGED = re.findall(r"(?ms)^```console judged\n(.*?)^```$", JUDGES)
REFUSED = "echo"
"""How the one command begins that ends with 1."""


def test_from_an_idea_to_a_judged_variant(tmp_path):
    shim = f'pylab() {{ {in_shell()} "$@"; }}\n'
    commands = [part for block in JUDGED for part in re.split(r"(?m)^\$ ", block)[1:]]
    assert len(commands) == 4
    for told in commands:
        command, _, output = told.partition("\n")
        if command.startswith("cat"):
            command, output = told, ""
        done = subprocess.run(
            ["bash", "-c", shim + command],
            cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == command.startswith(REFUSED), (command, done.stderr)
        for part in re.split(r"^\.\.\.\n", output, flags=re.MULTILINE):
            assert part in done.stdout, (command, done.stdout)


def test_the_ten_commands(tmp_path):
    assert len(BLOCKS) == 10
    shim = f'pylab() {{ {in_shell()} "$@"; }}\n'
    for command, output in BLOCKS:
        done = subprocess.run(
            ["bash", "-c", shim + command],
            cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        code = next((c for begin, c in EXPECTED.items() if command.startswith(begin)), 0)
        assert done.returncode == code, (command, done.stdout, done.stderr)
        for part in re.split(r"^\.\.\.\n", output, flags=re.MULTILINE):
            assert part in done.stdout, (command, done.stdout)
    assert (tmp_path / "my/README.md").is_file()
    for name in ("shortest", "telling", "columns"):
        assert (tmp_path / f"{name}.svg").read_text().startswith("<svg")
