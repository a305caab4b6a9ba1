"""What a sweep's file may say, and what is told about one that says something else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from projects import ROOT, call
from sweeping import bench

from pylab.base.errors import PylabError
from pylab.bench.jobs import expand
from pylab.bench.sweepfile import SweepError, read_sweep
from pylab.bench.work import do
from pylab.text.source import Source

MINIMAL = '[[instances]]\nfiles = ["ravensburger/example-4x4.lp"]\n'
DUNGEON = 'tasks = ["align"]\n[[instances]]\nfiles = ["dungeon/demo.dungeon"]\n'
THESEUS = 'tasks = ["count"]\n[[instances]]\nfiles = ["theseus/hemme.plan"]\n'


def read(text):
    return read_sweep(Source("s.toml", text))


def jobs(text, base=Path(), generated=Path("made")):
    return expand(read(text), base, generated)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = 'x'\n", "s.toml:1:1: expected at least one table [[instances]]"),
        ("name = \n", "s.toml:1:8: Invalid value"),
        ("[[instances]\n", "s.toml:1:"),
        ("a = 'x", "s.toml:1:7: "),
        (
            MINIMAL + "colour = 3\n",
            "s.toml:3:1: there is no key colour here; the keys are family, f",
        ),
        (
            "timelimit = 3\n" + MINIMAL,
            "s.toml:1:1: there is no key timelimit here (did you mean time_limit?)",
        ),
        ("time_limit = -1\n" + MINIMAL, "s.toml:1:1: expected a number from 0"),
        ("time_limit = nan\n" + MINIMAL, "s.toml:1:1: expected a number from 0"),
        (
            "time_limit = true\n" + MINIMAL,
            "s.toml:1:1: expected a number from 0 (no limit) for time_limit, found true",
        ),
        ("repetitions = 0\n" + MINIMAL, "s.toml:1:1: expected an integer from 1"),
        ("tasks = 'plan'\n" + MINIMAL, "s.toml:1:1: expected a list of strings for tasks"),
        ("name = '../x'\n" + MINIMAL, "s.toml:1:1: expected a name of letters"),
        ("[instances]\nfiles = []\n", "s.toml:1:2: expected tables [[instances]]"),
        ("[[instances]]\nfamily = 'alice'\n", "expected either files or generate"),
        ("[[instances]]\ngenerate = {}\nseeds = [1]\n", "s.toml:2:1: expected a family"),
        ("[[instances]]\nfamily = 'alice'\ngenerate = {}\n", "s.toml:3:1: expected seeds"),
        (MINIMAL + "seeds = '1-3'\n", "s.toml:3:1: expected generate beside it"),
        (
            "[[instances]]\nfamily = 'alice'\ngenerate = {}\nseeds = '9-1'\n",
            "s.toml:4:1: expected a list of integers or a range",
        ),
        (MINIMAL + "[[variants]]\nengine = 'clingo'\n", "s.toml:3:3: a variant needs a name"),
        (MINIMAL + "[[variants]]\nname='a'\nengine='gringo'\n", "s.toml:5:1: expected one of auto"),
        (
            MINIMAL + "[[variants]]\nname='a'\n[[variants]]\nname='a'\nfamily='alice'\n",
            "s.toml:6:1: expected a name that no other variant has for name, found 'a'",
        ),
        (
            MINIMAL + 2 * "[[variants]]\nname='a'\n",
            "s.toml:6:1: expected a name that no other variant has for name, found 'a'",
        ),
        (
            MINIMAL + "[[variants]]\nname='a'\nfamily='alise'\n",
            "s.toml:5:1: expected one of the families",
        ),
        (
            MINIMAL + "[[variants]]\nname='a'\nfamily='alice'\ntasks=['shortst']\n",
            "s.toml:6:1: alice has no task 'shortst' (did you mean shortest?)",
        ),
        ("repetitions = 99999999999\n" + MINIMAL, "s.toml:1:1: expected an integer from 1 to"),
        (f"time_limit = {'9' * 5000}\n" + MINIMAL, "s.toml:1:14: expected a number of fewer"),
        (f"a = {'[' * 3000}{']' * 3000}\n", "s.toml:1:1: expected lists that are nested less"),
        ("memory_limit = 0.5\n" + MINIMAL, "s.toml:1:1: expected an integer from 0 to"),
        ("memory_limit = 1e9\n" + MINIMAL, "s.toml:1:1: expected an integer from 0 to"),
        ("tasks = ['']\n" + MINIMAL, "s.toml:1:1: expected strings that are neither empty"),
        ('[[instances]]\nfiles = ["a\\u0000b"]\n', "s.toml:2:1: expected strings that are neith"),
        (
            "configurations = ['-t2', ' -t2']\n" + MINIMAL,
            "s.toml:1:1: expected each of them once for configurations",
        ),
        (
            "[[instances]]\nfamily = 'alice'\ngenerate = {width = []}\nseeds = [1]\n",
            "s.toml:3:13: expected at least one value for width",
        ),
        (
            "[[instances]]\nfamily = 'alice'\ngenerate = {}\nseeds = []\n",
            "s.toml:4:1: expected at least one seed",
        ),
        (MINIMAL + "[[variants]]\nname = ''\n", "s.toml:3:3: a variant needs a name"),
        (
            MINIMAL + "[[variants]]\nname = 'a'\nmodels = 9999999999\n",
            "s.toml:5:1: expected an integer from 0 to 2147483647",
        ),
        (  # the key, and neither a comment nor another value
            "# an engine\n" + MINIMAL + "[[variants]]\nname = 'engine'\n'engine' = 5\n",
            "s.toml:6:1: expected a string for engine, found 5",
        ),
        (
            MINIMAL + "[[variants]]\nname='a'\nconstants={x=1.5}\n",
            "s.toml:5:12: expected an integer",
        ),
    ],
)
def test_errors_say_where(text, told):
    with pytest.raises(SweepError) as error:
        read(text)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[instances]]\nfiles = ["nothing/*.lp"]\n', "no instance matches nothing/*.lp"),
        ('[[instances]]\nfiles = ["x.unknown"]\n', "x.unknown: expected files, or a pattern"),
        ('[[instances]]\nfiles = ["."]\n', "/*.lp', found a directory"),
        ('tasks = ["fly"]\n' + MINIMAL, "ravensburger has no task 'fly'"),
        (MINIMAL + "[[variants]]\nname='a'\nencoding='no.lp'\n", "no.lp: no such file"),
        (DUNGEON + "[[variants]]\nname='a'\nengine='native'\n", "no native engine for align"),
        (
            THESEUS + "[[variants]]\nname='a'\nengine='clingo'\n",
            "theseus answers count by --engine native only",
        ),
        (MINIMAL + "[[variants]]\nname='a'\nconstants={n=1}\n", "has no '#const n' to set"),
        (
            MINIMAL + "[[variants]]\nname='a'\nengine='native'\nclingo=['--seed=1']\n",
            "variant 'a': --clingo-option is for --engine clingo",
        ),
        (
            MINIMAL + "[[variants]]\nname='a'\nclingo=['--models=3']\n",
            "clingo's search, found `--models=3`",
        ),
        (
            'tasks = ["shortest"]\n'
            + MINIMAL
            + "[[variants]]\nname='a'\nengine='both'\nencoding='shortest'\n",
            "--encoding is for --engine clingo",
        ),
        (DUNGEON + "[[variants]]\nname='a'\nengine='both'\n", "no native engine for align"),
        (MINIMAL + "[[variants]]\nname='a'\noptions={goal='b'}\n", "goal is no option of raven"),
        (MINIMAL + "[[variants]]\nname='a'\nfamily='alice'\n", "fits no instance"),
        (
            MINIMAL + "[[variants]]\nname='a'\n[[variants]]\nname='b'\ntasks=['shortst']\n",
            "variant 'b': no family of the sweep has a task 'shortst' (did you mean shortest?)",
        ),
        (
            MINIMAL + "[[variants]]\nname='a'\ntasks=['shortest']\n",
            "variant 'a' fits no instance and task of the sweep",
        ),
        (
            "[[instances]]\nfamily='ravensburger'\ngenerate={size=0}\nseeds=[1]\n",
            "generate ravensburger: ",
        ),
        (
            "[[instances]]\nfamily='ravensburger'\ngenerate={weight=3}\nseeds=[1]\n",
            "generate ravensburger: weight is no parameter of ravensburger",
        ),
        (
            "[[instances]]\nfamily='ravensburger'\ngenerate={size='big'}\nseeds=[1]\n",
            "expected an integer for size, found 'big'",
        ),
    ],
)
def test_a_sweep_that_cannot_be_run_is_refused_before_it_begins(text, told):
    with pytest.raises(PylabError) as error:
        jobs(text)
    assert told in str(error.value)


def test_a_sweep_is_the_product(tmp_path):
    text = (
        'tasks = ["plan", "shortest"]\nrepetitions = 3\n'
        'configurations = ["--configuration=tweety", "--seed=3 --configuration=jumpy"]\n'
        '[[instances]]\nfiles = ["ravensburger/s*.lp"]\n'
        "[[instances]]\nfamily = 'ravensburger'\n"
        "generate = { size = [3, 4], density = 0.5 }\nseeds = '1-4'\n"
        '[[variants]]\nname = "a"\n[[variants]]\nname = "b"\ntasks = ["plan"]\n'
    )
    made = jobs(text, generated=tmp_path)
    instances = 2 + 2 * 4
    assert len(made) == instances * 3 * 2 * (2 + 1)
    assert len({job.key for job in made}) == len(made)
    assert [job.order for job in made] == list(range(len(made)))
    assert [job.key for job in made] == [job.key for job in jobs(text, generated=tmp_path)]
    assert not list(tmp_path.iterdir())  # nothing is written before it is run
    names = {job.variant.name for job in made}
    assert "a --seed=3 --configuration=jumpy" in names


def test_the_key_follows_content_and_not_names(tmp_path):
    (tmp_path / "a.lp").write_text("% one\n{ x }. #defined push/3.\n")
    (tmp_path / "b.lp").write_text("field(1,1). init_on(1,1). goal_on(1,1). max_steps(1).\n")
    text = '[[instances]]\nfamily = "ravensburger"\nfiles = ["b.lp"]\n'
    text += '[[variants]]\nname = "v"\nencoding = "a.lp"\n'

    def key(told=text):
        (job,) = jobs(told, base=tmp_path)
        return job.key

    first = key()
    (tmp_path / "a.lp").write_text("% another comment\n{ x }.\n#defined push/3.\n")
    assert key() == first
    for other in ("{ y }.", "% Theory:\n%   clingo-dl\n{ x }."):
        (tmp_path / "a.lp").write_text(f"{other} #defined push/3.\n")
        assert key() != first
    (tmp_path / "a.lp").write_text("% one\n{ x }. #defined push/3.\n")
    assert key() == first
    for other in ("time_limit = 3", "memory_limit = 300", 'tasks = ["shortest"]'):
        assert key(f"{other}\n{text}") != first
    for other in ('clingo = ["--seed=1"]', "models = 3", "scripts = true"):
        assert (key(f"{text}{other}\n") != first) == (other != "scripts = true")
    (tmp_path / "b.lp").write_text("field(1,1). init_on(1,1). goal_on(1,1). max_steps(2).\n")
    assert key() != first


def test_a_sweep_has_no_more_jobs_than_anybody_means(monkeypatch):
    from pylab.bench import jobs as expansion

    monkeypatch.setattr(expansion, "MOST_JOBS", 4)
    assert len(jobs("repetitions = 4\n" + MINIMAL)) == 4
    with pytest.raises(PylabError, match="the sweep has more than 4 jobs"):
        jobs("repetitions = 2\n" + MINIMAL + "".join(f"[[variants]]\nname='{n}'\n" for n in "abc"))


def test_an_overlay_that_is_not_for_the_native_engine_is_refused(tmp_path):
    (tmp_path / "o.lp").write_text(":- push(1,_,_).\n")
    text = 'tasks = ["shortest"]\n' + MINIMAL + "[[variants]]\nname='a'\nwith=['o.lp']\n"
    assert jobs(text, base=tmp_path)
    for engine in ("native", "both"):
        with pytest.raises(PylabError, match=r"o\.lp sets no options, so it has no effect on"):
            jobs(f"{text}engine='{engine}'\n", base=tmp_path)


@pytest.mark.parametrize(
    "pattern", ["alice/*", "instances/alice/*", str(ROOT / "instances/alice/c*")]
)
def test_wildcards_leave_out_the_known_answers_beside_instances(pattern):
    text = f"tasks = ['shortest']\n[[instances]]\nfamily = 'alice'\nfiles = ['{pattern}']\n"
    names = {Path(job.instance.name).name for job in jobs(text)}
    assert names >= {"caged.alice", "croquet.alice"}
    assert {Path(name).suffix for name in names} == {".alice"}


def test_options_of_clingo_make_no_variants_of_other_engines(tmp_path):
    names = "[[variants]]\nname='c'\nengine='clingo'\n[[variants]]\nname='b'\nengine='both'\n"
    text = 'configurations = ["-t2", "-t3"]\ntasks = ["shortest"]\n' + MINIMAL + names
    assert [job.variant.name for job in jobs(text)] == ["c -t2", "c -t3", "b"]
    done = bench(
        "plan", "--all", "--instances", "ravensburger/example-4x4.lp", "--task", "shortest",
        "--engine", "native", "--engine", "clingo", "--configuration=-t2", "--configuration=",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    listed = re.findall(r"(?m)^[0-9a-f]{32}  .*  shortest  (.*)  0$", done.stdout)
    assert sorted(listed) == ["clingo -t2", "clingo plain", "native"]


@pytest.mark.parametrize(
    ("more", "seconds"), [((), 7), (("--threads", "2"), 14), (("--engine", "both"), 14)]
)
def test_a_plan_counts_all_cores_that_its_jobs_may_use(tmp_path, more, seconds):
    asked = ("--instances", "ravensburger/example-4x4.lp", "--time-limit", "7")
    done = bench("plan", *asked, *more, cwd=tmp_path)
    assert f"at most {seconds} s of one core" in done.stdout


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.toml")), ids=lambda p: p.stem)
def test_ready_made_sweeps_can_be_run(path, tmp_path):
    done = bench("plan", path, "--executor", "slurm", "--resume", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "#SBATCH --array=0-" in done.stdout
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "expected SWEEP.toml or --instances"),
        (("missing.toml",), "missing.toml: No such file"),
        (("a.toml", "--time-limit", "nan"), "is not a number of seconds"),
        (("a.toml", "--cpu-limit", "inf"), "inf is not in the range"),
        (("a.toml", "--memory-limit", "9" * 30), "is not in the range"),
        (("a.toml", "--repetitions", "9" * 30), "is not in the range"),
        (("b.toml",), "b.toml: variant 'x': --foo: unknown option of clingo"),
        (("a.toml", "--task", "plan"), "--task has no use beside a.toml, which says what is run"),
        (("--instances", "*.xyz"), "no instance matches *.xyz"),
        (("--instances", "x.lp", "--family", "bees"), "expected one of the families"),
        (("a.toml", "-o", "a.toml"), "a.toml: expected a folder for results, found a file"),
        (
            ("--instances", "ravensburger/*.lp", "--encoding", "plan", "--encoding", "plan"),
            "the variant 'plan' is named twice",
        ),
    ],
)
def test_one_clear_line(tmp_path, arguments, told):
    (tmp_path / "a.toml").write_text(MINIMAL)
    (tmp_path / "b.toml").write_text(MINIMAL + "[[variants]]\nname = 'x'\nclingo = ['--foo']\n")
    done = bench("run", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_search_that_has_used_up_its_steps_is_no_time_out():
    variant = "[[variants]]\nname='v'\nengine='clingo'\nconstants={imax=1}\n"
    (job,) = jobs("tasks = ['shortest']\n" + MINIMAL + variant)
    told = do(job)
    assert (told["status"], told["answer"]["ended"]) == ("unknown", "steps")
    assert told["reason"] == "searched up to 0 steps"


def test_a_folder_of_puzzles_is_refused_with_the_pattern_for_it(tmp_path):
    shutil.copytree(ROOT / "examples/sokoban", tmp_path / "mine")
    for given, pattern in (("mine", "mine/instances/*.lp"), ("mine/instances", None)):
        pattern = pattern or "mine/instances/*.lp"
        done = call("bench", "plan", "--instances", given, cwd=tmp_path)
        assert (done.returncode, f"a pattern such as '{pattern}'" in done.stderr) == (2, True)
        done = call("bench", "plan", "--instances", pattern, cwd=tmp_path)
        assert done.stdout.startswith("bench: 5 jobs")
    done = call("bench", "plan", "--instances", "mine/*.lp", cwd=tmp_path)
    assert "mine/check.lp is a part of mine: name that folder" in done.stderr
