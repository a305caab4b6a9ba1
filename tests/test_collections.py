"""Several puzzles in one file: every front end takes one by its number, or all of them."""

import gzip
import json
from io import BytesIO, TextIOWrapper

import pytest
from inprocess import call
from projects import ROOT, run

import pylab
from pylab.analysis.catalogue import shipped_instances
from pylab.base.errors import InstanceError, PylabError
from pylab.base.listing import Parting
from pylab.core.puzzle import source_of
from pylab.family import registry
from pylab.text.source import Source, names_in, puzzles_in

MAZES = [ROOT / "instances/alice" / name for name in ("example.alice", "unsolvable.alice")]
TITLES = ["The white queen", "No way"]


@pytest.fixture
def mazes(tmp_path):
    """A collection of two Alice mazes, the second of which has no route."""
    texts = [each.read_text() for each in MAZES]
    text = "% two mazes\n" + "\n".join(
        f"=== {title} ===\n{text}" for title, text in zip(TITLES, texts, strict=True)
    )
    path = tmp_path / "two.alice"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", registry.names())
def test_a_collection_in_any_format_of_any_family_has_the_puzzles_of_its_files(name, tmp_path):
    family, of_suffix = registry.get(name), {}
    for path in shipped_instances(family):
        of_suffix.setdefault(path.suffix, []).append(path)
    if not of_suffix:
        pytest.skip(f"{name} ships no puzzles")
    for suffix, paths in of_suffix.items():
        small = sorted(paths, key=lambda each: each.stat().st_size)[:3]
        whole = tmp_path / f"all{suffix}"
        whole.write_text("\n".join(f"=== {each.name}\n{each.read_text()}" for each in small))
        assert names_in(whole) == [
            (f"{whole}#{number}", each.name) for number, each in enumerate(small, 1)
        ]
        for number, path in enumerate(small, 1):
            assert pylab.facts(f"{whole}#{number}", family=name) == pylab.facts(path, family=name)


@pytest.fixture
def each():
    """The regular expression of one maze, which Alice's listing has for a while."""
    pattern = r"^\d+ \d+\n(?:[#?!].*\n?)+(?=; (?P<title>.*))"
    for of in (listings := [registry.listing("alice"), registry.get("alice").listing]):
        object.__setattr__(of, "each", pattern)  # it is frozen
    yield pattern
    for of in listings:
        object.__setattr__(of, "each", "")


def test_a_familys_listing_says_what_one_puzzle_of_a_file_is(tmp_path, each, monkeypatch):
    texts = [path.read_text().rstrip() for path in MAZES]
    text = "Mazes of others\n\n" + "".join(
        f"{text}\n; {t}\n" for text, t in zip(texts, TITLES, strict=True)
    )
    path = tmp_path / "two.alice"
    path.write_text(text)
    assert Parting.each(".alice") == each
    assert names_in(path) == [(f"{path}#{n}", title) for n, title in enumerate(TITLES, 1)]
    assert pylab.facts(f"{path}#2") == pylab.facts(MAZES[1])
    for given in (str(path), text):
        with pytest.raises(InstanceError, match=r"alice has 2 puzzles; name one: "):
            pylab.load(given, family="alice")
    said = call(f"solve {path.rename(tmp_path / 'two.txt')}#2 --family alice")
    assert (said.code, said.err.endswith("two.txt has 1 puzzle, and no #2\n")) == (2, True)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    with pytest.raises(InstanceError, match=r"^<stdin> has 2 puzzles; name one: -#1 to #2, as the"):
        source_of("-", "alice")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"=== a\n1\n=== b\n2\n")))
    assert source_of("-#2", "alice").title == "b"
    path.write_text(text.replace(texts[1], "2 1\n#,x #,,"))
    with pytest.raises(InstanceError, match=r"two.alice:9:"):
        pylab.load(f"{path}#2")


def test_one_puzzle_is_named_by_its_number(mazes):
    found = call(f"solve {mazes}#1 --format json")
    assert (found.code, json.loads(found.out)["cost"]) == (0, 5)
    assert call(f"solve {mazes}#2").code == 1
    assert call(f"draw {mazes}#2").out == call(f"draw {MAZES[1]}").out
    packed = mazes.with_suffix(".alice.gz")
    packed.write_bytes(gzip.compress(mazes.read_bytes()))
    assert call(f"solve {packed}#1").out == call(f"solve {MAZES[0]}").out
    assert pylab.solve(pylab.load(f"{mazes}#1")).cost == 5


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two.alice", "two.alice has 2 puzzles; name one: two.alice#1 to #2"),
        ("two.alice#3", "two.alice has 2 puzzles, and no #3"),
        ("two.alice#0", "two.alice#0: No such file or directory"),
        ("three.alice#1", "three.alice: No such file or directory"),
    ],
)
def test_a_name_that_names_no_puzzle_is_refused(mazes, name, said, monkeypatch):
    monkeypatch.chdir(mazes.parent)
    done = call(f"solve {name}")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"pylab: {said}")
    assert ("did you mean" in done.err) <= ("No such file" in done.err)
    with pytest.raises(InstanceError):
        pylab.load(name, "alice")


def test_a_mistake_has_its_line_in_the_whole_file(mazes):
    lines = mazes.read_text().splitlines()
    second = next(i for i, line in enumerate(lines) if line.startswith(f"=== {TITLES[1]}"))
    lines.insert(second + 1, "oops")
    mazes.write_text("\n".join(lines))
    done = call(f"solve {mazes}#2")
    assert done.code == 2
    assert done.err.startswith(f"pylab: {mazes}:{second + 2}:1: ")
    assert call(f"solve {mazes}#1").code == 0


def test_a_file_that_has_such_a_name_is_that_file(mazes):
    other = mazes.with_name("two.alice#2")
    other.write_bytes(MAZES[0].read_bytes())
    with pytest.raises(PylabError, match="family"):  # its ending is `.alice#2`
        pylab.load(str(other))
    assert pylab.solve(pylab.load(str(other), "alice")).cost == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", []),
        ("== no heading ==\n", []),
        ("=== A\na\n", [("A", "a\n", 1)]),
        ("a\n===\nb\n==== B ====\r\nc", [("", "a\n", 0), ("", "b\n", 2), ("B", "c", 4)]),
        ("% told\n\n=== x = y ===\na", [("x = y", "a", 3)]),
        ("%*\n=== no\n*%\na.\n=== yes\nb.", [("", "%*\n=== no\n*%\na.\n", 0), ("yes", "b.", 5)]),
        ("=== A\n=== B\n", [("A", "", 1), ("B", "", 2)]),
        ("=== A", [("A", "", 0)]),
        ("===a\n", []),
    ],
)
def test_headings(text, expected):
    found = puzzles_in(Source("x", text))
    assert [(each.title, each.text, each.above) for each in found] == expected


def test_comparisons_and_linting_have_all_puzzles(mazes):
    done = call(f"compare --task plan --with avoid {mazes}")
    assert f"{mazes}#1" in done.out + done.err or "2 puzzles" in done.out, done
    for number in (1, 2):
        assert pylab.load(f"{mazes}#{number}").name == f"{mazes}#{number}"


def test_a_sweep_has_all_puzzles_and_asks_one_again(mazes, monkeypatch):
    monkeypatch.chdir(mazes.parent)
    done = run("bench", "run", "--instances", "two.alice", "-o", "out")
    assert done.returncode == 0, done.stderr
    records = list(map(json.loads, (mazes.parent / "out/results.jsonl").read_text().splitlines()))
    told = {each["question"]["instance"]["name"]: each["status"] for each in records}
    assert told == {"two.alice#1": "found", "two.alice#2": "none"}
    again = run("bench", "again", records[0]["run"]["key"], "out")
    assert again.returncode == 0, again.stderr


def test_a_site_and_a_lab_have_all_puzzles(tmp_path):
    folder = tmp_path / "hops"
    assert call(f"new folder hops --into {tmp_path}").code == 0
    first, *_ = sorted((folder / "instances").glob("*.lp"))
    text = first.read_text()
    first.write_text(f"=== One\n{text}\n=== Two\n{text}\n")
    site = tmp_path / "site"
    done = call(f"gallery {folder} {site} --random 0")
    assert done.code == 0, done.err
    pages = "".join(page.read_text() for page in site.glob("*.html"))
    assert ">One</" in pages
    assert ">Two</" in pages
    assert call(f"test {folder}").code == 0


def test_an_exercise_is_graded_on_all_puzzles(mazes, tmp_path):
    from pylab.exercises.exercise import load

    folder = tmp_path / "task"
    (folder / "shown").mkdir(parents=True)
    (folder / "exercise.toml").write_text('family = "alice"\ntask = "shortest"\n')
    (folder / "shown/two.alice").write_bytes(mazes.read_bytes())
    found = [name for name, _ in load(folder).boards("shown")]
    assert found == ["two.alice#1", "two.alice#2"]
