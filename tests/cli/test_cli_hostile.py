"""Hostile files: one clear error, exit code 2, no traceback, and soon."""

from __future__ import annotations

import pytest
from projects import ROOT, call, few

BOARD = (ROOT / "instances/ravensburger/example-4x4.lp").read_text()

FILES = {
    "empty": b"",
    "script": BOARD.encode() + b'#script (python)\nimport os\nos.system("touch owned")\n#end.\n',
    "include": BOARD.encode() + b'#include "/etc/passwd".\n',
    "rule": BOARD.encode() + b"goal_on(X,Y) :- init_on(X,Y).\n",
    "choice": BOARD.encode() + b"{ connect(1,1,n) }.\n",
    "interval": BOARD.encode() + b"field(1..3000000,1).\n",
    "intervals": b"field(1..3000000,1..3000000).",
    "latin-1": "field(1,1). % é\n".encode("latin-1"),
    "letter": "field(é,1).\n".encode(),
    "mark": b"\xef\xbb\xbf" + BOARD.encode(),
    "utf-16": BOARD.encode("utf-16"),
    "nul": BOARD.encode().replace(b".", b".\0", 1),
    "binary": bytes(range(256)) * 100,
    "deep": b"field(" + b"f(" * 100_000 + b"1" + b")" * 100_000 + b",1).",
    "brackets": b"field(" + b"(" * 100_000,
    "digits": b"field(" + b"9" * 5_000_000 + b",1).",
    "name": b"f" * 5_000_000,
    "string": b'field("' + b"x" * 5_000_000,
    "comment": b"%*" * 500_000,
    "truncated": BOARD.encode()[:-8],
}
PROGRAMS = ("script", "include", "rule", "choice")
"""Puzzles only for whoever names the family: a file with rules is a program."""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", few(["solve", "validate"], 1))
def test_hostile_files(tmp_path, name, command):
    path = tmp_path / "hostile.lp"
    path.write_bytes(FILES[name])
    arguments = [command, path] if command == "solve" else [command, path, "-"]
    family = ["--family", "ravensburger"] if name in PROGRAMS else []
    done = call(*arguments, *family, stdin="push(1,w,1).", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith((f"pylab: {path}:", "pylab: hostile.lp:"))
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1000
    assert [p.name for p in tmp_path.iterdir()] == ["hostile.lp"]


def test_a_fact_that_only_the_encoding_knows_never_gets_there(tmp_path):
    (tmp_path / "board.lp").write_text(BOARD + "goal(1,1,0).\n")
    done = call("solve", "board.lp", "--task", "shortest", cwd=tmp_path)
    assert (done.returncode, "% valid, checked: 2 pushes" in done.stdout) == (0, True)
    assert done.stderr.startswith("pylab: board.lp:13:1: unknown predicate goal/3")
    done = call("solve", "board.lp", "--strict", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "board.lp:13:1: expected field/2, " in done.stderr


def test_files_that_are_none(tmp_path):
    large = tmp_path / "large.lp"
    with large.open("wb") as file:
        file.truncate(50 * 1024**2)
    words = tmp_path / "words.txt"
    words.write_text("hello world\n", encoding="utf-8")
    for path, message in [
        (tmp_path / "none.lp", "No such file or directory"),
        (tmp_path, "expected a file, found a directory"),
        (large, "expected at most 32 MiB, found more"),
        ("/dev/zero", "expected at most 32 MiB, found more"),
        ("a.txt", "No such file or directory"),
        (ROOT / "LICENSE", "the ending names no family"),
        (words, "looks like no family's puzzle"),
    ]:
        done = call("solve", path)
        assert done.returncode == 2
        assert message in done.stderr
    (tmp_path / "folder.lp").mkdir()
    assert "found a directory" in call("solve", tmp_path / "folder.lp").stderr
    assert "expected at most" in call("solve", "/dev/zero", "--family", "ravensburger").stderr


def test_a_hostile_witness(tmp_path):
    for text in ("push(1,w,1..9).", "#script (python) #end.", "push(X,w,1).", "\ufeffpush(1,w,1)."):
        witness = tmp_path / "witness"
        witness.write_text(text, encoding="utf-8")
        done = call("validate", ROOT / "instances/ravensburger/example-4x4.lp", witness)
        assert done.returncode == 2
        assert done.stderr.startswith(f"pylab: {witness}:1:")


def test_a_comment_may_be_in_any_language(tmp_path):
    path = tmp_path / "board.lp"
    path.write_text("% Schönes Labyrinth\n" + BOARD, encoding="utf-8")
    assert call("solve", path).returncode == 0
