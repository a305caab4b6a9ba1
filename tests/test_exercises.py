"""Exercises: classes are graded, mistakes shown, nothing hidden told; hostile files do no harm."""

from __future__ import annotations

import base64
import csv
import gzip
import io
import os
import re
import shutil
import zipfile
from dataclasses import replace
from types import SimpleNamespace

import pytest
from exercise_class import EXERCISES
from projects import call, real, run

from pylab.base.errors import SourceError
from pylab.base.finding import Status
from pylab.exercises import boards, exercise, grading, handins, pages, report
from pylab.exercises.boards import BoardVerdict, ExerciseBoard
from pylab.exercises.exercise import Points
from pylab.exercises.judging import Judged, Remarked

RULE = "#program step(t).\n"
SECRET = ("line_moved", "xyzzy", "Which pushes move", "the same line even")


def lines(folder, *, boards=("two.lp",), toml=""):
    """A copy of the exercise on lines, with few boards, and a judge that nobody sees."""
    source = EXERCISES / "lines"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("boards", "check.lp"))
    (folder / "boards").mkdir()
    for name in boards:
        shutil.copy(source / "boards" / name, folder / "boards")
    text = (folder / "exercise.toml").read_text().replace("random = 20", f"random = 4\n{toml}")
    (folder / "exercise.toml").write_text(text.replace('judge = "given/check.lp"\n', ""))
    judge = (source / "given/check.lp").read_text().replace("the same", "xyzzy the same")
    (folder / "hidden/judge.lp").write_text(judge)
    return folder


def handed_in(folder, **texts):
    """A folder of submissions."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.lp").write_text(text)
    return folder


def grade(of, submissions, out, *more):
    """Grade, and give what the records say by name, with the command's end."""
    done = run("exercise", "grade", of, submissions, "-o", out, "-j", 2, *more)
    assert done.returncode == 0, done.stderr
    return {each.name: each for each in grading.recorded(out / "results.jsonl").values()}, done


@pytest.fixture(scope="module")
def class_of_four(tmp_path_factory):
    """The class in the data, graded."""
    folder = tmp_path_factory.mktemp("class")
    students = real("exercise", "students")
    of = lines(folder / "lines")
    grades, done = grade(of, students, folder / "out")
    return of, students, folder / "out", grades, done


def test_the_class_gets_its_points_and_each_mistake_its_picture(class_of_four):
    of, students, out, grades, done = class_of_four
    for within in (of, students / "graded"):
        refused = run("exercise", "grade", of, students, "-o", within)
        assert refused.returncode == 2
        assert "for grades" in refused.stderr
        assert not list(within.rglob("grades.csv"))
    points = {name: each.points for name, each in grades.items()}
    assert grades["anna"].full
    assert points["anna"] > max(points["ben"], points["cara"])
    assert min(points["ben"], points["cara"]) > points["dan"] == 0
    for name, verdict in (("ben", "superfluous"), ("cara", "missing")):
        mistake = grades[name].judged.mistake
        assert mistake.verdict == verdict
        assert len(re.findall(r"field\(", mistake.board)) <= 9
        assert mistake.lines == (("lines.lp", 3),)
        page = (out / f"students/{name}.html").read_text()
        assert mistake.words in page
        assert "data:image/svg+xml;base64," in page
        assert re.search(r'<li class="marked">:- push', page)
    assert str(grades["dan"].judged.error).startswith("lines.lp:1:30: expected a full stop")
    assert '<li class="marked">:- push(Z,D,T)' in (out / "students/dan.html").read_text()
    assert re.search(r"^anna +10 +10 ", done.stdout, re.M)
    rows = list(csv.DictReader(io.StringIO((out / "grades.csv").read_text())))
    assert [row["name"] for row in rows] == ["anna", "ben", "cara", "dan"]
    assert "Same mistakes" in (out / "class.html").read_text()


def test_points_are_the_same_again_and_what_is_recorded_is_not_judged_again(
    class_of_four, tmp_path
):
    of, students, out, grades, _ = class_of_four
    again, _ = grade(of, students, tmp_path / "again")
    assert {k: v.points for k, v in again.items()} == {k: v.points for k, v in grades.items()}
    assert (tmp_path / "again/grades.csv").read_text() == (out / "grades.csv").read_text()
    records = tmp_path / "again/results.jsonl"
    whole = records.read_bytes().splitlines(keepends=True)
    records.write_bytes(b"".join(whole[:2]) + whole[2][:50])  # killed while writing the third
    grade(of, students, tmp_path / "again")
    assert len(records.read_bytes().splitlines()) == 4
    assert (tmp_path / "again/grades.csv").read_text() == (out / "grades.csv").read_text()
    left = {each.stem: each.read_text() for each in students.iterdir() if each.stem != "dan"}
    fewer = handed_in(tmp_path / "fewer", **left)  # without one who has a page from before
    grade(of, fewer, tmp_path / "again", "--only", "ben", "--pseudonyms")
    told = records.read_text().splitlines()
    assert len(told) == 5
    assert '"name":"ben"' in told[-1]
    shown = (tmp_path / "again/grades.csv").read_text() + (
        tmp_path / "again/class.html"
    ).read_text()
    assert not re.search(r"\b(anna|ben|cara|dan)\b", shown)
    assert "ben" in (tmp_path / "again/names.csv").read_text()
    pages = {each.name for each in (tmp_path / "again/students").iterdir()}
    assert len(pages) == 3  # those with names are gone
    assert all(each.startswith("student-") for each in pages)
    assert run("exercise", "grade", of, students, "--only", "eve").returncode == 2


def test_what_is_said_of_a_file_that_cant_be_read_has_no_name(tmp_path):
    (tmp_path / "ben.lp").symlink_to(EXERCISES / "lines/hidden/reference.lp")
    (tmp_path / "cara.lp").write_text("%" * (handins.MOST_BYTES + 1))
    found = handins.submissions(tmp_path, exercise.load(EXERCISES / "lines"))
    assert [str(each.refused) for each in found] == [
        "lines.lp: expected a regular file, found none or a link",
        "lines.lp: expected at most 256 KiB, found more",
    ]


def test_the_reference_is_asked_once(class_of_four, tmp_path):
    of, students, out, grades, _ = class_of_four
    folder = shutil.copytree(out, tmp_path / "out")
    file = folder / grading.KEPT
    whole = file.read_bytes()
    for damage, asked in ((whole, False), (b"", True), (whole[:500], True), (b"[]", True)):
        file.write_bytes(damage)
        before = file.stat().st_ino
        again, _ = grade(of, students, folder, "--only", "ben")
        assert (file.stat().st_ino != before) == asked
        assert file.read_bytes() == whole
        assert {k: v.points for k, v in again.items()} == {k: v.points for k, v in grades.items()}
    changed = shutil.copytree(of, tmp_path / "changed")
    shutil.copy(EXERCISES / "lines/boards/three.lp", changed / "boards")
    grade(changed, students, folder)
    assert b"three.lp" in file.read_bytes()


def revealed(data):
    """A text with what is packed in it."""
    text = data.decode("utf-8", "replace")
    parts = [text]
    for found in re.findall(r"[A-Za-z0-9+/]{200,}={0,2}", text):
        raw = base64.b64decode(found + "=" * (-len(found) % 4))
        parts.append(
            (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8", "replace")
        )
    return "\n".join(parts)


def test_nothing_that_students_get_quotes_the_reference_or_the_judge(class_of_four, tmp_path):
    of, _, out, _, _ = class_of_four
    done = run("exercise", "pack", of, "-o", tmp_path / "lines.zip")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "lines.zip") as archive:
        names = {name.removeprefix("lines/") for name in archive.namelist()}
        packed = {name: revealed(archive.read(name)) for name in archive.namelist()}
    assert names == {
        *("TASK.md", "exercise.toml", "check.json", "lab.html", "given/lines.lp", "boards/two.lp")
    }
    said = {p.name: revealed(p.read_bytes()) for p in (out / "students").iterdir()}
    for name, text in {**packed, **said}.items():
        found = [each for each in SECRET if each in text and name not in ("ben.html", "cara.html")]
        assert found == [], name
        assert "line_moved" not in text
        assert "xyzzy" not in text


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_numbers_of_answers_have_their_nouns(count, complete):
    lines, names = exercise.load(EXERCISES / "lines"), "abc"[: 1 + count]
    result = SimpleNamespace(
        answers=("a",), status=Status.FOUND, optimum=None, complete=True, invalid=()
    )
    wanted = ExerciseBoard("x", "shown", None, boards.answered(lines, "x", result))
    own = {"answers": names, "complete": complete, "supported": True, "reason": ""}
    words = boards.outcome(lines, wanted, SimpleNamespace(**{**vars(result), **own})).words
    many = "answer" if count == 1 and complete else "answers"
    most = f"{count}{'' if complete else ' or more'} {many} too many"
    few = "1 answer" if complete else "not all answers within the time limit"
    assert words == (most if count else few)


@pytest.mark.parametrize(
    ("level", "told"), [("pass", 0), ("board", 1), ("picture", 2), ("line", 3)]
)
def test_as_much_is_told_as_the_lecturer_says(class_of_four, level, told):
    of, _, _, grades, _ = class_of_four
    page = pages.student(replace(exercise.load(of), tell=level), grades["ben"], "ben")
    marks = ("<td>two.lp</td>", "data:image", "marked below")
    assert [mark in page for mark in marks] == [told > index for index in range(3)]


def test_at_home_the_boards_are_judged_without_what_is_hidden(class_of_four, tmp_path):
    of, students, *_ = class_of_four
    run("exercise", "pack", of, "-o", tmp_path / "x.zip")
    shutil.unpack_archive(tmp_path / "x.zip", tmp_path)
    shutil.copy(of / "boards/two.lp", tmp_path / "lines/boards/mine.lp")  # nothing is known of it
    for name, code, words in (
        ("anna", 0, "two.lp: right (18 answers)"),
        ("ben", 1, "two.lp: superfluous (2 answers too many)"),
        ("cara", 1, "two.lp: missing (4 answers missing)"),
        ("dan", 1, "lines.lp:1:30: expected a full stop"),
    ):
        done = run("exercise", "check", tmp_path / "lines", students / f"{name}.lp")
        assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done.stdout
        assert not any(each in done.stdout + done.stderr for each in SECRET)
    done = run("exercise", "grade", tmp_path / "lines", students, "-o", tmp_path / "out")
    assert (done.returncode, "hidden/reference.lp" in done.stderr) == (2, True)


GOOD = (EXERCISES / "lines/hidden/reference.lp").read_text()
HOSTILE = {
    "ground": "#program base.\nn(0). n(X+1) :- n(X).\n",
    "many": "#program base.\n{ a(1..27) }. #show a/1.\n",
    "passwd": '#include "/etc/passwd".\n',
    "up": '#include "../hidden/reference.lp".\n',
    "shebang": f'#! %*\n#include "/etc/passwd".\n{GOOD}',
    "script": '#script (python)\nopen("PWNED", "w")\n#end.\n',
    "head": "% Judge replaces:\n%   mine.lp\n#program step(t).\n",
    "=1+1|'x'!A1": GOOD,
    "<img src=x onerror=alert(1)>": "x",
    "two\nlines": "x",
}


def test_hostile_submissions_cost_their_authors_points_only(tmp_path):
    of = lines(tmp_path / "lines", toml="seconds = 1\nbudget = 5")
    (of / "exercise.toml").write_text(
        (of / "exercise.toml").read_text().replace("random = 4", "random = 0")
    )
    folder = handed_in(tmp_path / "class", good=GOOD, **HOSTILE)
    (folder / "link.lp").symlink_to("/etc/passwd")
    (folder / "linked").symlink_to("/etc")
    for name in ("bomb", "packed"):
        (folder / name).mkdir()
    with zipfile.ZipFile(folder / "bomb/lines.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lines.lp", "a" * 20_000_000)
    (folder / "packed/lines.lp").write_bytes(gzip.compress(b"a. " * 5_000_000))
    os.mkfifo(folder / "pipe.lp")
    grades, _ = grade(of, folder, tmp_path / "out")
    assert grades.keys() == {"good", *HOSTILE, "link", "linked", "bomb", "packed", "pipe"}
    assert {name for name, each in grades.items() if each.full} == {"good", "=1+1|'x'!A1"}
    refused = {name for name, each in grades.items() if each.points == 0}
    assert grades.keys() - refused == {"good", "=1+1|'x'!A1", "ground", "many"}
    assert "time limit" in report.first(grades["ground"])
    assert not list(tmp_path.rglob("PWNED"))
    everything = "".join(
        revealed(path.read_bytes()) for path in (tmp_path / "out").rglob("*") if path.is_file()
    )
    assert "root:x" not in everything
    assert not [
        page for page in (tmp_path / "out").rglob("*.html") if "<img src=x" in page.read_text()
    ]
    table = (tmp_path / "out/grades.csv").read_text().splitlines()
    cells = [cell for row in csv.reader(table) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert "'=1+1|'x'!A1" in cells


def test_an_encoding_may_start_from_nothing(tmp_path):
    """What is given derives nothing; a mistake says whose best answer it shows, and the board."""
    for folder in ("given", "hidden", "boards"):
        (tmp_path / "sets" / folder).mkdir(parents=True)
    told = 'family = "given"\nhand_in = "encoding"\non = ["in/1"]\nrandom = 4\n'
    (tmp_path / "sets/exercise.toml").write_text(told)
    (tmp_path / "sets/given/answer.lp").write_text("% Purpose:\n%   Sets.\n\n#show in/1.\n")
    good = "{ in(X) : node(X) }.\n:- edge(X,Y), in(X), in(Y).\n#maximize { 1,X : in(X) }.\n"
    (tmp_path / "sets/hidden/reference.lp").write_text(good)
    path = "node(1..4). edge(1,2). edge(2,3). edge(3,4)."
    (tmp_path / "sets/boards/path.lp").write_text(path)
    students = handed_in(
        tmp_path / "class", good=good, least=good.replace("max", "min"),
        loose=good.replace("in(Y)", "in(Y), X < 2"), all=good.split("#")[0], none="#show in/1.",
    )  # fmt: skip
    grades, _ = grade(tmp_path / "sets", students, tmp_path / "out")
    assert grades["good"].full
    assert "derives no in/1" in report.first(grades["none"])
    for name, words in (
        ("least", "This answer is better than the best that your program finds."),
        ("loose", "Your program accepts this answer, which is better than the best right one."),
        ("all", "Your program has this answer, which the exercise excludes."),
    ):
        page = (tmp_path / f"out/students/{name}.html").read_text()
        assert f"<p>{words}</p>" in page
        assert f"<li>{grades[name].judged.mistake.board.splitlines()[0]}</li>" in page
    assert "(the empty answer)" in page


def test_a_program_is_judged_up_to_projection_and_names(tmp_path):
    """Further choices that are not shown, and other names, are no mistakes."""
    of = lines(tmp_path / "lines")
    text = GOOD.replace("line_moved", "went").replace(
        "#program", "#program base.\n{ a; b }.\n#program"
    )
    grades, _ = grade(of, handed_in(tmp_path / "class", eve=text), tmp_path / "out")
    assert grades["eve"].full


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("family = ", "exercise.toml:1:10: Invalid value"),
        ('family = "nobody"', "exercise.toml:1:1: expected one of"),
        ('task = "plan"', "exercise.toml:1:1: expected a family"),
        ('family = "alice"\ntask = "climb"', "exercise.toml:2:1: "),
        (
            'family = "alice"\ntell = "all"',
            "2:1: expected one of pass, board, picture, line",
        ),
        (
            'family = "alice"\nhandin = "judge"',
            "2:1: there is no key handin here (did you",
        ),
        ('family = "alice"\nrandom = -1', "2:1: expected an integer from 0 for random, found -1"),
        ('family = "alice"\non = ["move"]', '2:1: expected a list such as ["push/3"] for on'),
        ('family = "alice"\n[points]\nboard = 1', "3:1: there is no key board here"),
        (
            'family = "alice"\nfile = "../x.lp"',
            "2:1: expected a file's name such as answer.lp",
        ),
        ('family = "alice"\n[options]\nheight = 2', "3:1: there is no key height here"),
        ('family = "alice"\n[hints]\nright = "x"', "3:1: there is no key right here"),
    ],
)
def test_what_is_wrong_in_an_exercise_is_told_with_its_place(tmp_path, line, message):
    (tmp_path / "exercise.toml").write_text(f"{line}\n")
    with pytest.raises(SourceError) as error:
        exercise.load(tmp_path)
    assert message in str(error.value)


def test_an_exercise_that_contradicts_itself_is_refused(tmp_path):
    of = lines(tmp_path / "lines")
    (of / "hidden/judge.lp").write_text('wrong("never") :- push(_,_,1).\n#defined push/3.\n')
    done = run(
        "exercise", "grade", of, handed_in(tmp_path / "class", a=GOOD), "-o", tmp_path / "out"
    )
    assert done.returncode == 2
    assert "two.lp: an answer of the reference is invalid: " in done.stderr


def test_a_new_exercise_works(tmp_path):
    assert run("exercise", "new", "west", cwd=tmp_path).returncode == 0
    done = run("exercise", "check", "west", "west/hidden/reference.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout.count(": right")) == (0, 2), done.stderr
    done = run("exercise", "check", "west", "west/given/answer.lp", cwd=tmp_path)
    assert done.returncode == 1
    assert "→" in done.stdout or "←" in done.stdout
    assert run("exercise", "new", "west", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("name", ["lines", "walk", "judge"])
def test_each_example_accepts_its_reference_and_not_what_is_given(name):
    of = EXERCISES / name
    start = of / "given" / exercise.load(of).file
    done = run("exercise", "check", of, of / "hidden/reference.lp")
    assert done.returncode == 0, done.stdout + done.stderr
    assert run("exercise", "check", of, start).returncode == 1


def few_boards(folder, *names):
    """The exercise on judges, with few boards."""
    skipped = [p.name for p in (EXERCISES / "judge").rglob("boards/*.lp") if p.name not in names]
    shutil.copytree(EXERCISES / "judge", folder, ignore=shutil.ignore_patterns(*skipped))
    return folder


def test_the_lecturers_own_answers_are_not_packed(tmp_path):
    of = few_boards(tmp_path / "judge", "gap.lp")
    assert run("exercise", "pack", of, "-o", tmp_path / "x.zip").returncode == 0
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        told = archive.read("judge/check.json").decode()
    (own,) = (of / "hidden/answers").glob("gap.*")
    assert '"answer": "' in told
    assert own.read_text().strip() not in told


def test_a_zip_file_is_not_written_over_rules(tmp_path):
    of = few_boards(tmp_path / "judge", "gap.lp")
    before = (of / "hidden/reference.lp").read_text()
    done = run("exercise", "pack", of, "-o", of / "hidden/reference.lp")
    assert done.returncode == 2
    assert "expected an output that ends in .zip" in done.stderr
    assert (of / "hidden/reference.lp").read_text() == before


def test_a_judge_has_to_accept_what_is_right_and_to_refuse_mutants(tmp_path):
    of = few_boards(tmp_path / "judge", "stuck.lp", "gap.lp", "small.lp")
    text = (of / "hidden/reference.lp").read_text()
    pushed = 'wrong("push") :- go(_,_,_,T), T > 1.\n'
    students = handed_in(
        tmp_path / "class", good=text, strict=text + pushed, never="right :- go(_,_,_,_).\n",
        reach=re.sub(r"wrong\(.not reached.*\n", "", text), broken="wrong(X) :- go(X,Y,D).\n:- X.",
    )  # fmt: skip
    grades, _ = grade(of, students, tmp_path / "out")
    assert grades["good"].full
    assert grades["never"].points == grades["broken"].points == 0
    accepted, refused = grades["reach"].judged.mistake, grades["strict"].judged.mistake
    assert (accepted.answer, accepted.words) == (
        "go(3,2,l,1).", "Your judge accepts this answer, which is wrong.",
    )  # fmt: skip
    assert refused.words == "Your judge refuses this answer, which is right."
    assert refused.lines == (("check.lp", len(text.splitlines()) + 1),)
    assert "not reached" not in (tmp_path / "out/students/reach.html").read_text()


def test_a_scene_is_shown_beside_the_lecturers(tmp_path):
    of = few_boards(tmp_path / "scene", "stuck.lp")
    told = 'family = "given"\nhand_in = "scene"\nfile = "scene.lp"\ntitle = "A picture"\n'
    (of / "exercise.toml").write_text(told)
    shutil.copy(of / "given/scene.lp", of / "hidden/reference.lp")
    text = (of / "given/scene.lp").read_text()
    odd = text.replace("draw(square((X,Y),floor))", "draw(sqare((X,Y),floor))")
    students = handed_in(tmp_path / "class", good=text, odd=odd, broken="draw(")
    grades, _ = grade(of, students, tmp_path / "out")
    assert grades["good"].full
    assert 0 == grades["broken"].points < grades["odd"].points < grades["good"].points
    own, lecturers = grades["good"].judged.pictures["stuck.lp"]
    assert own == lecturers
    page = (tmp_path / "out/students/odd.html").read_text()
    assert page.count("data:image/svg+xml") == 2
    assert "sqare" in page


def test_points_are_rounded_down_so_that_all_means_all():
    boards = [ExerciseBoard(str(n), "boards", None) for n in range(3)]
    right = [BoardVerdict(str(n), "boards", "right", "") for n in range(3)]
    assert grading.scored(Points(1, 1, 5), Judged(outcomes=tuple(right)), boards) == (2.0, 2)
    assert grading.scored(Points(1, 1, 5), Judged(outcomes=tuple(right[:2])), boards) == (1.66, 2)
    assert grading.scored(Points(1, 1, 5), Judged(Remarked("x", 1, 1, "no")), boards) == (0.0, 2)


def test_a_page_has_a_name_that_every_file_system_takes():
    names = ["anna", "a/b", "..", "x" * 300, "Ünal", "index", "a b", "a-b"]
    found = [pages.page_of(name) for name in names]
    assert found[0] == "students/anna.html"
    assert len(set(found)) == len(names)
    assert all(re.fullmatch(r"students/[A-Za-z0-9_-]{1,60}\.html", each) for each in found)


def test_whoever_answers_the_same_makes_the_same_mistake():
    def made(name, *verdicts, error=None):
        outcomes = [BoardVerdict(f"b{i}", "boards", v, "", v) for i, v in enumerate(verdicts)]
        judged = Judged(error, outcomes=tuple(outcomes))
        return grading.Grade("", name, {}, judged, sum(v == "right" for v in verdicts), 2)

    grades = [
        made("a", "right", "right"), made("b", "right", "missing"), made("c", "right", "missing"),
        made("d", "wrong", "missing"), made("e", error=Remarked("x.lp", 1, 1, "syntax error")),
    ]  # fmt: skip
    assert report.groups(grades) == {"A": ["b", "c"], "B": ["d"], "C": ["e"]}
    found = report.separating(grades)
    assert [each[:2] for each in found] == [("b0", 3), ("b1", 1)]


def test_files_that_are_no_submissions_are_named(tmp_path):
    call("exercise", "new", "west", cwd=tmp_path)
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for name in ("ada.zip", "bob.lp", ".hidden", "marks.csv"):
        (folder / name).write_text("% Purpose: x.\n")
    done = call("exercise", "grade", "west", "handed-in", "-o", "out", cwd=tmp_path)
    assert "not read: ada.zip, marks.csv (expected NAME.lp or NAME/*.lp)\n" in done.stderr


def test_boards_on_which_nothing_tells_right_from_wrong_are_named(tmp_path):
    assert call("exercise", "new", "west", cwd=tmp_path).returncode == 0
    settings = tmp_path / "west/exercise.toml"
    (tmp_path / "wrong.lp").write_text(f"{RULE}:- push(_,s,t).\n")
    told = "three.lp and 1 more: more than 2 answers and no hidden/judge.lp"
    for text, verdict, warned in (
        (settings.read_text(), "superfluous", False),
        (f"answers = 2\n{settings.read_text()}", "right", True),
    ):
        settings.write_text(text)
        done = call("exercise", "check", "west", "wrong.lp", cwd=tmp_path)
        assert f"three.lp: {verdict} " in done.stdout
        assert (told in done.stderr) == warned
