"""Reports: figures against ones worked out by hand, contradictions, hostile results."""

from __future__ import annotations

import csv
import io
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import fields, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import ROOT, many
from sweeping import bench

from pylab.bench import analysis, marked, page, plots, records, regressions, tables
from pylab.bench.jobs import expand
from pylab.bench.records import Record, RunData
from pylab.bench.sweepfile import read_sweep
from pylab.core.data import AnswerData, InstanceData, QuestionData
from pylab.core.question import Limits, Means
from pylab.text.source import read_source

sys.path.append(str(ROOT / "benchmarks"))
import many_nodes

sys.path.pop()


def record(variant="a", instance="x", status="optimum", wall=1.0, limit=10.0, **more):
    """A record; `more` are fields of it, of its question, its means or its answer."""
    found = status in ("found", "yes", "optimum")
    told = {
        "key": f"{variant}{instance}{more.get('repetition', 0)}{more.get('task', '')}",
        "sweep": "s", "order": 0, "rank": "abc".find(variant), "digest": instance,
        "task": "shortest", "repetition": 0, "variant": variant, "status": status,
        "times": {"wall": wall}, "memory": 30.0, "count": int(found), "checked": int(found),
        "optimal": status == "optimum", "cost": 4 if status == "optimum" else None,
    } | more  # fmt: skip

    def of(kind):
        return {f.name: told.pop(f.name) for f in fields(kind) if f.name in told}

    run = of(RunData)
    question = QuestionData(
        "ravensburger", told.pop("task"), InstanceData(instance, told.pop("digest")),
        Means("clingo", **of(Means)), Limits(limit),
    )  # fmt: skip
    answer = AnswerData(**of(AnswerData))
    assert not told
    return Record(question=question, answer=answer, **run)


FIVE = [
    record("a", "x", wall=1.0), record("b", "x", wall=2.0),
    record("a", "y", wall=4.0), record("b", "y", wall=1.0),
    record("a", "z", "time-out", wall=10.0), record("b", "z", wall=8.0),
    record("a", "u", "memory-out"), record("b", "u", "crash"),
    record("a", "v", wall=0.100), record("b", "v", wall=0.104),
]  # fmt: skip


def test_figures_are_as_worked_out_by_hand():
    (table,) = analysis.tables(FIVE)
    a, b, best = analysis.summaries(table)
    assert (a.solved, a.instances, b.solved) == (3, 5, 4)
    assert a.par2 == pytest.approx((1 + 4 + 20 + 20 + 0.1) / 5)
    assert b.par2 == pytest.approx((2 + 1 + 8 + 20 + 0.104) / 5)
    assert (a.median, b.median) == (1.0, 1.5)
    assert (a.alone, b.alone, a.best, b.best) == (0, 1, 2, 2)
    assert (best.variant, best.solved) == ("virtual best", 4)
    assert best.par2 == pytest.approx((1 + 1 + 8 + 20 + 0.1) / 5)
    (pair,) = analysis.pairs(table)
    assert (pair.both, pair.wins, pair.losses, pair.ties) == (3, 1, 2, 1)
    assert pair.ratio == pytest.approx(1.04)


def test_without_a_limit_there_is_no_par2_for_what_is_unsolved():
    (table,) = analysis.tables([record(limit=None, status="crash"), record(instance="y")])
    assert analysis.summaries(table)[0].par2 is None


def test_repetitions_make_one_result():
    several = [record(repetition=i, wall=wall) for i, wall in enumerate((3.0, 1.0, 2.0))]
    (table,) = analysis.tables(several)
    assert table.of("a")[0].seconds == 2.0
    (table,) = analysis.tables([*several, record(repetition=3, status="time-out")])
    assert (table.of("a")[0].seconds, table.of("a")[0].first.status) == (None, "time-out")


@pytest.mark.parametrize(
    ("others", "problem"),
    [
        ([record("b", status="none")], "found and none"),
        ([record("b", status="none"), record("c", checked=0, count=1)], "found and none"),
        ([record("b", cost=5)], "different optima"),
        ([record("b", status="time-out", at_least=5, optimal=False)], None),
        ([record("b", status="invalid", invalid=1)], "invalid"),
        ([record("b", status="invalid", invalid=0)], "engines that contradict each other"),
        ([record("b", status="time-out", count=1, cost=9)], None),
        ([record("b", asks="other", status="none")], None),
        ([record("b", instance="y", status="none")], None),
        ([record("b", options={"goal": "b"}, status="none")], None),
        ([record("b", status="time-out", checked=0, count=0)], None),
    ],
)
def test_contradictions_are_found_and_nothing_else_is(others, problem):
    found = analysis.disagreements([record("a"), *others])
    assert [d.problem for d in found] == ([problem] if problem else [])


def test_answers_that_nothing_checks_contradict_that_there_is_none():
    found = analysis.disagreements([record("a", checked=0, count=1), record("b", status="none")])
    assert [each.problem for each in found] == ["found and none"]
    assert "a (clingo): found" in found[0].claims


def test_what_edited_files_say_again_is_told_once():
    stale = [
        record(key=str(n), options={"n": n}, status="invalid", invalid=1, reason="why")
        for n in range(2)
    ]
    (found,) = analysis.disagreements(stale)
    assert found.claims == ("a (clingo): why",)


def test_a_none_that_an_answer_refutes_is_not_solved():
    (table,) = analysis.tables([record("a"), record("b", status="none"), record("c", "y", "none")])
    solved = {row.variant: row.solved for row in analysis.summaries(table)}
    assert solved == {"a": 1, "b": 0, "c": 1, "virtual best": 2}
    assert table.of("b")[0].first.status == "invalid"


def test_bounds_and_counts_contradict_too():
    low = record("a", at_least=4)
    high = record("b", status="time-out", optimal=False, cost=None, at_least=5)
    (found,) = analysis.disagreements([low, high])
    assert found.problem == "an answer below a bound"
    many = [record(v, "x", "found", complete=True, count=n) for v, n in (("a", 7), ("b", 8))]
    (found,) = analysis.disagreements(many)
    assert found.claims == ("a (clingo): 7 in all", "b (clingo): 8 in all")


def test_changes_between_two_runs():
    old = [record(instance=name, wall=1.0, at_least=4) for name in "pqrstuv"]
    new = [
        record(instance="p", wall=2.0), record(instance="q", wall=0.5),
        record(instance="r", status="time-out"), record(instance="s", status="none"),
        record(instance="t", wall=1.1), record(instance="new"),
        record(instance="v", status="time-out", optimal=False, cost=3, at_least=2, checked=1),
    ]  # fmt: skip
    found = regressions.compare(old, new)
    kinds = {change.name.split()[0]: change.kind for change in found.changes}
    assert kinds == {
        "p": "slower", "q": "quicker", "r": "lost", "s": "contradiction", "t": "same",
        "v": "contradiction",
    }  # fmt: skip
    assert (found.only_old, found.only_new, found.worse) == (1, 1, True)
    assert found.changes[0].kind == "contradiction"


EVIL = '<script>alert(1)</script>"&\x1b[2J|'


def write(path, several):
    path.write_bytes(b"".join(each.line() for each in several))
    return path


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "hr", "rect", "line", "circle", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_takes_any_name():
    several = [*FIVE, record(EVIL, EVIL), record("c", EVIL, "none")]
    text = page.page(several, analysis.tables(several), analysis.disagreements(several))
    parser = Page()
    parser.feed(text)
    assert parser.open == []
    tags = {tag for tag, _ in parser.seen}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    assert not [a for _, a in parser.seen if {"src", "href"} & set(a)]
    (policy,) = [a["content"] for _, a in parser.seen if a.get("http-equiv")]
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "\x1b" not in text
    assert text.index('class="wrong wide"') < text.index("<table")


def test_tables_for_other_programs_take_any_name():
    several = [record(EVIL, EVIL), record("=1+1", "x")]
    text = tables.csv_of(several)
    assert "\x1b" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["variant"] for row in rows] == [EVIL.replace("\x1b", "\\x1b"), "'=1+1"]
    (table,) = analysis.tables(several)
    markdown = tables.summary(table).markdown()
    assert "<" not in markdown
    assert len({line.replace("\\|", "").count("|") for line in markdown.splitlines()[2:]}) == 1


def test_curves_differ_in_more_than_colour():
    several = [record(f"v{i}", f"{j}", rank=i) for i in range(9) for j in range(300)]
    (table,) = analysis.tables(several)
    drawing = ET.fromstring(plots.cactus(table))
    namespace = "{http://www.w3.org/2000/svg}"
    marks = [e for e in drawing.iter() if e.tag.removeprefix(namespace) in ("circle", "polygon")]
    signs = {(e.get("fill"), e.tag, len(e.get("points", "").split())) for e in marks}
    assert len(signs) == 9
    assert len(marks) < 9 * 50


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from(records.STATUSES),
            st.floats(0, 1e6),
        ),
        min_size=1, max_size=12,
    )
)  # fmt: skip
def test_plots_and_tables_take_any_records(drawn):
    several = {(v, i): record(v, i, s, w) for v, i, s, w in drawn}.values()
    for table in analysis.tables(several):
        for grid in (tables.summary(table), tables.details(table), tables.duels(table)):
            if grid is not None:
                assert {len(line) for line in grid.cells} == {len(grid.heads)}
        drawings = [plots.cactus(table)]
        drawings += [plots.scatter(table, table.variants[0], v) for v in table.variants[1:]]
        for drawing in drawings:
            ET.fromstring(drawing)
            assert not re.search(r'"-?(nan|inf)', drawing)


@settings(max_examples=many(30))
@given(st.text(), st.integers(), st.floats(0, 1e9), st.lists(st.text(max_size=5), max_size=3))
def test_a_record_is_read_as_it_was_written(text, number, seconds, words):
    written = record(
        instance=text, cost=number, times={"wall": seconds}, overlays=tuple(words),
        statistics={"calls": number}, reason=text,
    )  # fmt: skip
    line = written.line()
    assert (line.count(b"\n"), line.isascii()) == (1, True)
    assert records.parse(line.decode()) == written


def test_lines_that_are_no_records_are_passed_over_and_told(tmp_path):
    file = write(tmp_path / "r.jsonl", FIVE)
    good = file.read_bytes()
    bad = [b"{}", b"[1]", b"null", b"\xff\xfe", b'{"schema":1}', b'{"schema":3}', b"[" * 9999]
    bad.append(good.splitlines()[0].replace(b'"status":"optimum"', b'"status":"great"'))
    bad.append(good.splitlines()[0].replace(b'"wall":1.0', b'"wall":"x"'))
    bad.append(good.splitlines()[0].replace(b'"order":0', b'"order":"0"'))
    bad.append(good.splitlines()[0].replace(b'"overlays":[]', b'"overlays":7'))
    bad.append(good.splitlines()[0].replace(b'"theory":""', b'"oracle":""'))
    for figure in (b"Infinity", b"NaN", b"1e300", b"9" * 400, b"-1", b"true"):
        bad.append(good.splitlines()[0].replace(b'"wall":1.0', b'"wall":' + figure))
        bad.append(good.splitlines()[0].replace(b'"memory":30.0', b'"memory":' + figure))
        bad.append(good.splitlines()[0].replace(b'"seconds":10.0', b'"seconds":' + figure))
    file.write_bytes(b"\n".join(bad) + b"\n" + good + good[:300])
    done = bench("report", file)
    assert done.returncode == 0
    assert "r.jsonl:1: no record" in done.stderr
    assert f"and {len(bad) + 1 - 3} more lines" in done.stderr
    assert "5 instances" in done.stdout
    assert "Traceback" not in done.stderr


def test_lines_of_another_version_say_what_to_do(tmp_path):
    (tmp_path / "r.jsonl").write_text('{"schema":2,"key":"k","pylab":"0.2.0"}\n')
    done = bench("report", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "r.jsonl:1: no record (pylab 0.2.0 wrote it, in another form: read it" in done.stderr


def test_what_a_variant_asks_no_more_is_no_repetition(tmp_path):
    """Its overlay was edited, twice; the second time to what it was before."""
    old = [record(wall=1.0, key=f"o{n}", repetition=n, asked="old", started="1") for n in range(3)]
    new = record(wall=5.0, key="n", asked="new", started="2")
    other = record("b", key="b", asked="b", started="1")
    assert records.current([*old, new, other]) == [new, other]
    (again,) = records.reused([old[0]], [*old, new, other])
    assert records.reused([new, other], [*old, new, other]) == []
    write(tmp_path / "r.jsonl", [*old, new, other, again])
    found = records.read([tmp_path / "r.jsonl"])
    assert {r.key for r in records.current(found.records)} == {"o0", "o1", "o2", "b"}
    (table,) = analysis.tables(records.current([*old, new]))
    assert table.of("a")[0].seconds == 5.0
    named = record(key="a", asked="named", asks="what", started="3")
    assert records.current([*old, new, other, named]) == [other, named]


def test_the_last_of_several_records_counts(tmp_path):
    file = write(tmp_path / "r.jsonl", [record(status="crash"), record(status="found")])
    found = records.read([file])
    assert ([r.status for r in found.records], found.duplicates) == (["found"], 1)


def test_the_command_writes_all_there_is(tmp_path):
    write(tmp_path / "r.jsonl", [*FIVE, record("b", "x", status="none")])
    done = bench("report", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("CONTRADICTION ravensburger shortest, x: found and none")
    assert "\x1b" not in done.stdout
    done = bench("report", "r.jsonl", "-o", "d/p.html", "--plots", "d", cwd=tmp_path)
    assert "1 contradiction, the first" in done.stderr
    assert sorted(p.name for p in (tmp_path / "d").iterdir()) == [
        "cactus.svg", "p.html", "scatter.svg",
    ]  # fmt: skip
    text = (tmp_path / "d/p.html").read_text()
    told = [
        "1 contradiction between",
        "<li>The moving labyrinth: shortest: ",
        "<caption>1 contradiction",
        '<td data-head="PAR2 s">',
        "<svg",
        "<details open>",
    ]
    places = [text.index(each) for each in told]
    assert places == sorted(places)  # what was run, what is wrong, figures, plots, then the rest
    text = bench("report", "r.jsonl", "--format", "csv", cwd=tmp_path).stdout
    assert len(list(csv.DictReader(io.StringIO(text)))) == 10
    text = bench("report", "r.jsonl", "--format", "markdown", cwd=tmp_path).stdout
    assert "| variant | solved | of |" in text
    assert bench("report", "none.jsonl", cwd=tmp_path).returncode == 2
    assert bench("report", ".", cwd=tmp_path).returncode == 2
    same = bench("compare", "r.jsonl", "r.jsonl", cwd=tmp_path)
    assert (same.returncode, same.stdout.split("\n")[0]) == (0, "10 in both: 10 same")
    assert bench("compare", "r.jsonl", "/dev/null", cwd=tmp_path).returncode == 2


TWO = [*FIVE, record("a", "x", task="plan", wall=3.0)]


def test_several_questions_have_an_overview(tmp_path):
    grid = tables.overview(analysis.tables(TWO))
    assert grid.heads == ("question", "of", "a", "b")
    assert grid.cells == (
        ("ravensburger shortest", "5", "3 (9.02 s)", "4 (6.22 s)"),
        ("ravensburger plan", "1", "1 (3.00 s)", ""),
    )
    write(tmp_path / "r.jsonl", TWO)
    for form, start in (("text", "Solved, and PAR2\n"), ("markdown", "**Solved, and PAR2**\n")):
        done = bench("report", "r.jsonl", "--format", form, cwd=tmp_path)
        assert done.stdout.startswith(start)
    write(tmp_path / "one.jsonl", FIVE)
    assert "Solved, and PAR2" not in bench("report", "one.jsonl", cwd=tmp_path).stdout


TEXT = f"# Title\n\n{marked.begin('s')}\nold\n{marked.END}\nmore\n{marked.END}\n"


def test_the_overview_is_written_between_markers_and_nowhere_else(tmp_path):
    write(tmp_path / "r.jsonl", [*TWO, record("b", "x", "none")])
    readme = tmp_path / "README.md"
    readme.write_text(TEXT)
    done = bench("report", "r.jsonl", "--into", "README.md", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    text = readme.read_text()
    before, _, rest = text.partition(marked.begin("s") + "\n")
    table, _, after = rest.partition(marked.END + "\n")
    assert (before, after) == ("# Title\n\n", f"more\n{marked.END}\n")
    assert "old" not in table
    assert table.startswith("\n- **CONTRADICTION ravensburger shortest, x: found and none")
    assert "| ravensburger plan | 1 | 1 (3.00 s) |  |\n" in table
    assert "twice the limit of 10 s" in table
    bench("report", "r.jsonl", "--into", "README.md", cwd=tmp_path)
    assert readme.read_text() == text  # and once more is the same


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "README.md: expected one line <!-- report of s -->, found 0"),
        (f"{marked.begin('other')}\n{marked.END}\n", "found 0"),
        (2 * f"{marked.begin('s')}\n{marked.END}\n", "found 2"),
        (f"{marked.END}\n{marked.begin('s')}\n", f"expected a line {marked.END} after"),
    ],
)
def test_a_text_without_the_markers_stays_as_it_is(tmp_path, text, told):
    write(tmp_path / "r.jsonl", TWO)
    readme = tmp_path / "README.md"
    readme.write_text(text)
    done = bench("report", "r.jsonl", "--into", "README.md", cwd=tmp_path)
    assert (done.returncode, readme.read_text()) == (2, text)
    assert told in done.stderr


def test_one_table_is_of_one_sweep(tmp_path):
    (tmp_path / "README.md").write_text(TEXT)
    write(tmp_path / "r.jsonl", [*TWO, record("c", sweep="t")])
    done = bench("report", "r.jsonl", "--into", "README.md", cwd=tmp_path)
    assert (done.returncode, "the results of one sweep, found s, t" in done.stderr) == (2, True)


def test_the_page_has_the_table_of_its_sweep():
    path = ROOT / "benchmarks/overview.toml"
    jobs = expand(read_sweep(read_source(str(path))), path.parent, Path("made"))
    questions = dict.fromkeys(f"{job.instance.family} {job.task}" for job in jobs)
    variants = dict.fromkeys(job.variant.name for job in jobs)
    lines = (ROOT / "docs/maintainers/performance.md").read_text(encoding="utf-8").splitlines()
    start = lines.index(marked.begin("overview"))
    table = [line for line in lines[start : lines.index(marked.END, start)] if line[:1] == "|"]
    heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert heads == ["question", "of", *variants]
    assert [row[0] for row in rows] == list(questions)
    assert all(re.fullmatch(r"\d+ \([\d.]+ s\)", cell) for row in rows for cell in row[2:])


@pytest.mark.parametrize(
    ("change", "code", "back", "told"),
    [
        ({}, 0, 0, "1 in both: 1 same"),
        ({"wall": 2.0}, 1, 0, "slower: x shortest a: optimum 4 1.00 s → optimum 4 2.00 s  ×2.00"),
        ({"wall": 0.5}, 0, 1, "quicker: x shortest a"),
        ({"status": "time-out"}, 1, 0, "lost: x shortest a: optimum 4 1.00 s → time-out 1.00 s"),
        ({"cost": 5}, 1, 1, "contradiction: x shortest a: optimum 4 1.00 s → optimum 5 1.00 s"),
        ({"status": "invalid"}, 1, 0, "lost: x shortest a: optimum 4"),
        ({"digest": "other"}, 2, 2, "the two runs have no job in common"),
        (None, 2, 2, "new.jsonl: there are no records in these results"),
    ],
)
def test_the_code_of_compare_says_whether_it_got_worse(tmp_path, change, code, back, told):
    write(tmp_path / "old.jsonl", [record()])
    write(tmp_path / "new.jsonl", [] if change is None else [record(**change)])
    done = bench("compare", "old.jsonl", "new.jsonl", cwd=tmp_path)
    assert done.returncode == code
    assert told in done.stdout + done.stderr
    done = bench("compare", "new.jsonl", "old.jsonl", cwd=tmp_path)
    assert done.returncode == back
    nan = bench("compare", "old.jsonl", "old.jsonl", "--factor", "nan", cwd=tmp_path)
    assert (nan.returncode, nan.stdout) == (2, "")


@pytest.mark.parametrize("name", ["run", "report", "compare", "again", "plan", "cancel", "work"])
def test_every_command_has_an_example(name):
    done = bench(name, "--help")
    assert (done.returncode, "Example" in done.stdout) == (0, True)


@pytest.mark.browser
def test_the_page_fits_screens_and_themes_and_shows_its_puzzles(browser, tmp_path):
    out = tmp_path / "out"
    done = bench("run", "--instances", ROOT / "instances/alice/lawn.alice", "--task", "shortest",
                 "--engine", "native", "--engine", "clingo", "-o", out)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert bench("report", out, "-o", out / "report.html").returncode == 0
    for width, height in ((1280, 800), (390, 844)):
        for theme in ("light", "dark"):
            size = {"width": width, "height": height}
            tab = browser.new_page(viewport=size, color_scheme=theme)
            said = []
            tab.on("console", lambda message, said=said: said.append(message.text))
            tab.goto((out / "report.html").as_uri())
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            told = tab.locator("tr", has_text="first started").inner_text()
            assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", told)
            assert tab.locator("h1").inner_text() == "Alice mazes: shortest · bench"
            assert "twice its limit" in tab.get_by_text("PAR2 s").first.get_attribute("title")
            scales = tab.locator(".plots svg").evaluate_all(
                "all => all.map((e) => e.getBoundingClientRect().width / e.viewBox.baseVal.width)"
            )
            assert width < 400 or max(scales) < 1.03 * min(scales)  # letters of one size
            ground = "e => getComputedStyle(e).fill"
            fill = tab.locator(".plots rect").first.evaluate(ground)
            assert (fill == "none") == (theme == "dark")
            sideways = "all => all.some((e) => e.scrollWidth > e.clientWidth)"
            assert not tab.locator(".wide").evaluate_all(sideways)
            thumbnail = tab.locator("td img").first
            thumbnail.scroll_into_view_if_needed()
            tab.wait_for_function("() => document.querySelector('td img').naturalWidth > 0")
            ink = tab.evaluate("getComputedStyle(document.querySelector('h1')).color")
            assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 450) == (theme == "dark")
            assert said == []
            tab.close()


def test_a_report_is_not_written_over_the_results_of_a_folder(tmp_path):
    results = tmp_path / "out" / records.RESULTS
    results.parent.mkdir()
    results.write_text("{}\n")
    done = bench("report", "out", "-o", "out/results.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "found one that is read" in done.stderr
    assert results.read_text() == "{}\n"


def ticking(jobs, nodes):
    """When the last job ends on so many nodes, second by second."""
    waiting, running, now = list(jobs), [], 0
    while waiting or running:
        running = [left - 1 for left in running if left > 1]
        while waiting and len(running) < nodes:
            running.append(waiting.pop(0))
        now += 1
    return now - 1


@settings(max_examples=many(100))
@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.integers(1, 15))
def test_jobs_end_when_a_clock_says_so(jobs, nodes):
    assert many_nodes.makespan(jobs, nodes) == ticking(jobs, nodes)


def test_the_table_is_as_worked_out_by_hand(tmp_path, capsys, monkeypatch):
    """Jobs of 3, 1, 1 and 1 s, a second more to start each; the first one was run twice."""
    jobs = [
        record(instance=str(order), order=order, times={"wall": 9.0, "cpu": cpu})
        for order, cpu in ((0, 50.0), (3, 1.0), (2, 1.0), (1, 1.0), (0, 3.0))
    ]
    write(tmp_path / "results.jsonl", jobs)
    monkeypatch.setattr(sys, "argv", ["many_nodes", str(tmp_path), "--nodes", "1,2,1000"])
    many_nodes.main()
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "4 jobs, 6 CPU s, the longest 3.0 s"
    assert told[3:] == [
        "| 1 | 10 | 0.6 | 60 % |", "| 2 | 6 | 1 | 50 % |", "| 1000 | 4 | 1.5 | 0 % |",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "argv", [*sys.argv[:3], "1", "--chunk", "2"])
    many_nodes.main()
    assert capsys.readouterr().out.splitlines()[3] == "| 1 | 8 | 0.75 | 75 % |"


@pytest.mark.parametrize(
    ("named", "ran", "shown"),
    [
        ((None, None), ("native", "clingo"), ["a (native)", "b (clingo)"]),
        ((None, None), ("clingo", "clingo"), ["a", "b"]),
        (("native", "clingo"), ("native", "clingo"), ["a", "b"]),
    ],
)
def test_a_table_says_which_engines_pylab_chose_if_they_differ(named, ran, shown):
    """Without a word, an overlay by clingo was compared with the native search without one."""
    found = []
    for variant, name, engine in zip("ab", named, ran, strict=True):
        each = record(variant, "x")
        question = replace(each.question, means=Means(engine=name))
        answer = replace(each.answer, engine=engine)
        found.append(replace(each, question=question, answer=answer))
    (table,) = analysis.tables(found)
    assert [row[0] for row in tables.summary(table).cells][:2] == shown
