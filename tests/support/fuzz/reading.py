"""Whatever is read, in this process: it means the same everywhere, or it is refused in words."""

from __future__ import annotations

import dataclasses
import io
import json
import random
import re
import tempfile
import zlib
from functools import cache, partial
from pathlib import Path

import clingo
from projects import ROOT

from fuzz import Defect, Seen, Target, taken_apart
from fuzz import bytes as mistakes
from fuzz.puzzles import FAMILIES, asked, drawn, mutations, small, subject, tasks_by_kind, texts
from pylab.analysis.lint import lint
from pylab.base.errors import InstanceError, PylabError, SourceError, WitnessError
from pylab.bench import records
from pylab.bench.sweepfile import read_sweep
from pylab.core.data import AnswerData, InstanceData, QuestionData
from pylab.core.held import hold
from pylab.core.puzzle import Puzzle, read
from pylab.core.question import Limits, Means, typed
from pylab.encoding import header
from pylab.encoding import program as encodings
from pylab.encoding.clingo_options import refuse_options
from pylab.encoding.places import text_of
from pylab.pages.lab import link
from pylab.testing import expected
from pylab.text import solver_output
from pylab.text.fact_files import further, read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source, decode_source, source_of

REFUSED = Seen("refused")
MANY = 400
"""Facts of an instance beyond which it is not drawn."""


def refused(error):
    """A refusal, which has to say what was expected in words that can be printed."""
    told = str(error)
    if not told.strip():
        raise Defect("an error without words") from error
    if not all(line.isprintable() for line in told.split("\n")):
        raise Defect(f"an error that is not printable: {told!r:.300}") from error
    if len(told) > 5000:
        raise Defect(f"an error of {len(told)} characters: {told:.300}") from error
    return REFUSED


def must(holds, told):
    if not holds:
        raise Defect(told)


# --- puzzles


def _make_puzzle(name, rng):
    family = subject(name).family
    if rng.random() < 0.25:  # by the grammar of facts, so that most of them are puzzles
        instance = drawn(name, rng)
        facts = list(family.facts(mutations(name).mutated(rng, instance) or instance))
        rng.shuffle(facts)
        file, text = "x.lp", write_facts(facts).encode()
        if rng.random() < 0.5:
            text = mistakes.mutated(rng, text)
    else:
        known = texts(name)
        file, text = rng.choice(known)
        text = mistakes.mutated(rng, text, [rng.choice(known)[1]])
        if rng.random() < 0.03:
            file = f"x{rng.choice((*family.suffixes, '.lp', '.json', ''))}"
    return file.encode() + b"\n" + text


def _look_puzzle(name, case):
    family = subject(name).family
    file, _, content = case.partition(b"\n")
    told = []
    try:
        source = source_of(io.BytesIO(content), file.decode("utf-8", "replace"))
        puzzle = read(source, family, lambda *each: told.append(each))
    except PylabError as error:
        if isinstance(error, InstanceError) and error.place is None and content.strip():
            must(str(error).startswith(("x", "expected", "the ")), f"no place: {error}")
        return refused(error)
    instance = puzzle.instance
    facts = family.facts(instance)
    must(family.from_facts(facts) == instance, "its facts make another instance")
    again = family.load(Source("y.lp", write_facts(facts)))
    must(again == instance, "a file of its facts is another instance")
    _written(family, instance)
    for task in family.tasks:
        for member in (
            family.unsupported,
            family.native.unsupported,
            family.native.preferred,
            family.counts,
        ):
            must(isinstance(member(instance, task), str), "no words")
    list(family.remarks(instance))
    family.overlays(instance)
    mark = zlib.crc32(case)
    if len(facts) <= MANY and mark % 4 == 0:
        _drawn(family, instance, None)
        for export in family.exports.values():
            try:
                must(isinstance(export(instance), str), "an export that is no text")
            except PylabError as error:
                refused(error)
    if len(facts) <= MANY and mark % 16 == 1 and family.script is not None:
        try:
            family.script(instance, [])
        except PylabError as error:
            refused(error)
    if family.smaller is not None and mark % 16 == 2 and len(facts) <= MANY:
        for other, _ in zip(family.smaller(instance), range(3), strict=False):
            legal = family.from_facts(family.facts(other)) == other
            must(legal, "a smaller instance is another one by its facts")
    return Seen("taken")


def _written(family, instance):
    try:
        text = family.write(instance)
    except PylabError as error:  # its format has no words for that
        refused(error)
        return
    told = ""
    for suffix in family.suffixes:
        try:
            family.read(Source(f"y{suffix}", text))
            return
        except PylabError as error:
            told = str(error)
    raise Defect(f"what is written can't be read: {told}\n{text}")


def _drawn(family, instance, witness):
    try:
        picture = family.picture(instance, witness)
        svg = family.draw(instance, witness).render()
    except PylabError as error:
        refused(error)
        return
    must(svg.startswith("<svg"), "no picture")
    must(all(line.isprintable() for line in picture.split("\n")), "a picture that steers")


# --- answers


def _make_answer(name, rng):
    short = rng.choice(sorted(asked(name)))
    known = asked(name)[short][2]
    other = rng.choice(sorted(asked(name)))
    pool = known or asked(name)[other][2] or [b"x(1)."]
    forgeries = [each.witness.encode() for each in subject(name).testkit.forgeries]
    text = rng.choice(pool if rng.random() < 0.8 else forgeries)
    return short.encode() + b"\n" + mistakes.mutated(rng, text, [rng.choice(pool)])


def _look_answer(name, case):
    family = subject(name).family
    with taken_apart():
        short, _, content = case.partition(b"\n")
        instance = small(name)[short.decode()]
    puzzle = Puzzle(family, instance, "x")
    try:
        source = source_of(io.BytesIO(content), "w", WitnessError)
        output = solver_output.output(source)
        held = hold(puzzle, output)
    except PylabError as error:
        return refused(error)
    for answer, verdict in zip(output.answers, held.verdicts, strict=True):
        must(verdict.valid or verdict.problems, "a verdict without words")
        told = [verdict.summary, *map(str, verdict.problems), *verdict.trace]
        must(all(map(str.isprintable, told)), f"a verdict that is not printable: {told!r:.300}")
        if verdict.valid or zlib.crc32(case) % 8 == 0:
            with further(lambda *_: None):
                witness = family.read_witness(answer)
            _told_again(family, instance, witness, verdict)
            if zlib.crc32(case) % 32 == 0:
                _drawn(family, instance, witness)
            if verdict.valid:
                _sound(family, witness, asked(name)[short.decode()][1])
    return Seen("valid" if any(v.valid for v in held.verdicts) else "invalid")


def _told_again(family, instance, witness, verdict):
    text = family.show(witness)
    try:
        again = family.read_witness(Source("again", text)) if text.strip() else witness
    except PylabError as error:
        raise Defect(f"what is shown can't be read: {error}\n{text}") from error
    same = family.check(instance, again).valid == verdict.valid
    must(same, f"what is shown is judged otherwise: {text}")


def _sound(family, witness, status):
    """No valid certificate where all that it could refute has answers, and the reverse."""
    tasks = tasks_by_kind(family.name).get(type(witness), ())
    told = {status.get(task) for task in tasks}
    wrong = "found" if getattr(witness, "refutes", False) else "none"
    must(told != {wrong}, f"it is valid where {', '.join(sorted(tasks))} is {wrong}")


# --- certificates of bounds


@cache
def _certificates():
    it = subject("ravensburger")
    found = {}
    for path, instance in it.shipped:
        answer = it.ask(instance, it.family.task("shortest"), "native", seconds=2)
        if answer is None or not answer.at_least or not answer.optimal:
            continue
        for bound in {1, int(answer.cost) - 1, int(answer.cost)} - {0}:
            packed = io.BytesIO()
            it.family.certificates.write(instance, bound, packed)
            if len(packed.getvalue()) < 20_000:
                found[f"{path.name} {bound}"] = (instance, int(answer.cost), packed.getvalue())
    return found


def _make_certificate(rng):
    known = _certificates()
    name, other = rng.choice(sorted(known)), rng.choice(sorted(known))
    plain = zlib.decompress(known[other][2], wbits=31)
    made = mistakes.packed(rng, known[name if rng.random() < 0.9 else other][2], [plain])
    return name.encode() + b"\n" + made


_BOUND = re.compile(r"\d+")


def _look_certificate(case):
    family = subject("ravensburger").family
    with taken_apart():
        name, _, content = case.partition(b"\n")
        instance, cost, _ = _certificates()[name.decode()]
    try:
        verdict = family.certificates.check(instance, io.BytesIO(content))
    except PylabError as error:
        return refused(error)
    must(verdict.valid or verdict.problems, "a verdict without words")
    if verdict.valid:
        bound = max(map(int, _BOUND.findall(verdict.summary.split(";")[0])), default=0)
        told = f"certified beyond the optimum of {cost}: {verdict.summary}"
        must(bound <= cost, told)
    return Seen("valid" if verdict.valid else "invalid")


# --- facts, beside clingo

_NAMES = ("p", "q", "_r", "size", "s'", "not", "aB_1")


def _term(rng, depth=0):
    kind = rng.randrange(12 if depth < 3 else 6)
    if kind < 3:
        return str(rng.choice((0, 1, 2, 7, 10, -1, -3, 2147483647, -2147483648, 2147483648)))
    if kind < 5:
        return rng.choice(_NAMES)
    if kind == 5:
        return rng.choice(('""', '"a b"', '"\\n"', '"\\\\"', '"\\""', '"%"', "#inf", "#sup", '"é"'))
    inner = [_term(rng, depth + 1) for _ in range(rng.randrange(1, 4))]
    if kind < 8:
        return f"{rng.choice(_NAMES)}({','.join(inner)})"
    if kind == 8:
        return f"({','.join(inner)}{',' if len(inner) == 1 and rng.random() < 0.7 else ''})"
    if kind == 9:
        return f"{rng.randrange(-2, 3)}..{rng.randrange(-2, 4)}"
    return f"({';'.join(inner)})"


def _make_facts(rng):
    parts = []
    for _ in range(rng.randrange(1, 6)):
        name = rng.choice(_NAMES)
        arguments = ",".join(_term(rng) for _ in range(rng.randrange(1, 4)))
        pooled = f";{_term(rng)}" if rng.random() < 0.05 else ""
        parts.append(f"{name}({arguments}{pooled})." if rng.random() < 0.9 else f"{name}.")
    text = rng.choice(("\n", " ", "", "% c\n", "%* b *% ")).join(parts).encode()
    return mistakes.mutated(rng, text) if rng.random() < 0.4 else text


def _look_facts(case):
    try:
        found = read_facts(decode_source(case, "x.lp", InstanceError), None)
    except PylabError as error:
        return refused(error)
    messages = []
    control = clingo.Control(["--warn=none"], logger=lambda _, told: messages.append(told))
    try:
        control.add("base", [], decode_source(case, "x.lp", InstanceError).text)
        control.ground([("base", [])])
    except (RuntimeError, ValueError) as error:
        raise Defect(f"clingo refuses what was read: {messages} {error}") from error
    theirs = {str(each.symbol) for each in control.symbolic_atoms if each.is_fact}
    ours = {str(each.symbol) for each in found}
    must(ours == theirs, f"clingo reads other facts: ours {ours - theirs}, clingo {theirs - ours}")
    must(
        read_facts(Source("y", write_facts(found)), None) == found,
        "what is written is read otherwise",
    )
    return Seen("taken", 1)


# --- encodings, overlays


@cache
def _programs():
    found = []
    for family in FAMILIES:
        for path in sorted((ROOT / "encodings" / family).rglob("*.lp")):
            found.append((f"{family}/{path.name}", path.read_bytes()))
    return found


@cache
def _copies():
    """A copy of the encodings, in which files are put beside those that they include."""
    import atexit
    import shutil

    folder = tempfile.mkdtemp(prefix="fuzz")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(ROOT / "encodings", Path(folder) / "encodings")
    return Path(folder) / "encodings"


def _make_program(rng):
    known = _programs()
    name, text = rng.choice(known)
    return name.encode() + b"\n" + mistakes.mutated(rng, text, [rng.choice(known)[1]])


def _look_program(case):
    with taken_apart():
        head, _, content = case.partition(b"\n")
        name, _, _ = head.decode().partition("/")
        if name not in FAMILIES:
            raise ValueError(f"{name!r} is no family")
    family = subject(name).family
    path = _copies() / name / "fuzzed.lp"
    path.write_bytes(content)
    mark = zlib.crc32(case)
    try:
        source = text_of(path)
        header.parse(source)
        encodings.load(path)
    except PylabError as error:
        refused(error)
        if mark % 8:
            return REFUSED
    try:
        if mark % 2:
            task = next(each for each in family.tasks if each.encoding)
            encodings.load(_copies() / name / task.encoding, [path])
        if mark % 4 == 0:
            for finding in lint(path, (), family):
                must(str(finding).isprintable() or "\n" in str(finding), "a finding that steers")
    except PylabError as error:
        return refused(error)
    return Seen("taken")


# --- sweeps, records, links, options, configurations


@cache
def _sweeps():
    found = [path.read_bytes() for path in sorted(ROOT.glob("benchmarks/**/*.toml"))]
    for page in sorted((ROOT / "docs").rglob("*.md")):
        found += re.findall(rb"```toml\n(.*?)```", page.read_bytes(), re.DOTALL)
    return [each for each in found if b"[[instances]]" in each]


def _look_sweep(case):
    try:
        sweep = read_sweep(decode_source(case, "s.toml", SourceError))
    except PylabError as error:
        return refused(error)
    must(bool(sweep.puzzles) and bool(sweep.variants), "a sweep of nothing")
    return Seen("taken")


@cache
def _records():
    """Lines of results, with each kind of value."""
    run = {each.name: "x" for each in dataclasses.fields(records.RunData) if each.type == "str"}
    run |= {each.name: 1 for each in dataclasses.fields(records.RunData) if each.type == "int"}
    asked = QuestionData("f", "t", InstanceData("i"), Means(overlays=("a",)), Limits(1.0))
    answer = AnswerData(costs=({"priority": 1, "value": 0},))
    record = records.Record(**run | {"status": "found"}, question=asked, answer=answer)
    line = record.line()
    return line, line.replace(b'"schema":3', b'"schema":2,"pylab":"0.2.0"')


def _look_record(case):
    try:
        records.parse(case.decode("utf-8", "replace"))
    except ValueError as error:
        return refused(error)
    return Seen("taken")


@cache
def _expectations():
    """What is expected of shipped instances; and lists within lists."""
    found = [path.read_bytes() for path in sorted(ROOT.glob("instances/**/*.expected.json"))]
    return [*(each for each in found if len(each) < 4000), b"[" * 5000]


def _look_expected(case):
    try:
        found = expected.parse(case, "x.expected.json")
    except ValueError as error:
        return refused(error)
    must(bool(found.answers), "nothing is expected")
    for claim in found.answers:
        must(expected.agrees(claim.wanted, claim.wanted), f"not itself: {claim.wanted!r:.300}")
    return Seen("taken")


def _make_link(rng):
    import base64

    plain = json.dumps(
        {
            "v": 1, "family": "alice", "task": "all", "puzzle": "3 3\n", "entry": "",
            "overlays": [], "constants": {"n": "1"},
            "files": {"own/a.lp": [0, 0, "p(1).", 2166136261]},
        }
    ).encode()  # fmt: skip
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(mistakes.mutated(rng, plain)) + deflate.flush()
    if rng.random() < 0.2:
        packed = mistakes.mutated(rng, packed)
    made = base64.urlsafe_b64encode(packed).rstrip(b"=")
    return mistakes.mutated(rng, made) if rng.random() < 0.2 else made


def _look_link(case):
    try:
        shared = link.read(case.decode("utf-8", "replace"))
    except PylabError as error:
        return refused(error)
    must(shared.state["family"] == shared.family, "another state")
    return Seen("taken")


_VALUES = (
    "", "0", "1", "-1", "3", "nan", "inf", "1e400", "9" * 400, "true", "no", "escape", "at 1",
    "0,0,2", "reach A.1", "inner.start", "same-wall", "back", "reduced", "full", "5'", "43",
    "Hall(1,2)", "2 keys", "manhattan", "tiles", "poi", "accept q; 1 --A--> q", "A" * 300, "é",
    "\n", "0,0,99999999999", ",,", "2x2",
)  # fmt: skip


def _make_options(name, rng):
    short = rng.choice(sorted(small(name)))
    known = [each.name for each in subject(name).family.options]
    picked = [rng.choice(known) for _ in range(rng.choice((1, 1, 2, 3)))]
    return json.dumps([short, {each: rng.choice(_VALUES) for each in picked}]).encode()


def _look_options(name, case):
    family = subject(name).family
    with taken_apart():
        short, given = json.loads(case)
        instance, given = small(name)[short], dict(given)
    try:
        adapted = family.adapt(instance, **typed(family, given))
    except PylabError as error:
        return refused(error)
    facts = family.facts(adapted)
    must(bool(facts), "no facts under options")
    for task in family.tasks:
        family.unsupported(adapted, task)
        family.native.unsupported(adapted, task)
        family.counts(adapted, task)
    if zlib.crc32(case) % 16 == 0:
        _drawn(family, adapted, None)
    return Seen("taken")


_CONFIGURATIONS = (b"A B A : 4", b"3 <B A>", b"inner.start", b"1 :", b"A : 1", b"<A B>")


def _look_configuration(case):
    known = asked("fractal")
    instance = known[sorted(known)[zlib.crc32(case) % len(known)]][0]
    try:
        verdict = subject("fractal").family.membership(instance, case.decode("utf-8", "replace"))
    except PylabError as error:
        return refused(error)
    must(verdict.valid or verdict.problems, "a verdict without words")
    return Seen("taken")


_OPTIONS = (
    b"--configuration=trendy", b"-t 2", b"--opt-mode=optN", b"-n 0", b"--parallel-mode=2,split",
    b"--heuristic=Vsids", b"--seed=3", b"--outf=2", b"--models 3", b"-c n=3", b"--rand-freq=0.1",
)  # fmt: skip


def _look_clingo_options(case):
    words = case.decode("utf-8", "replace").split()
    try:
        refuse_options(words)
    except PylabError as error:
        return refused(error)
    return Seen("taken")


def _of(pool):
    """A function that makes cases out of one of these."""

    def make(rng: random.Random) -> bytes:
        known = pool() if callable(pool) else pool
        return mistakes.mutated(rng, rng.choice(known), [rng.choice(known)])

    return make


def targets():
    """All of them."""
    headed = partial(mistakes.smaller, kept=1)
    for name in FAMILIES:
        yield Target(
            f"puzzle-{name}", partial(_make_puzzle, name), partial(_look_puzzle, name), headed, 2
        )
        yield Target(
            f"answer-{name}", partial(_make_answer, name), partial(_look_answer, name), headed, 2
        )
        yield Target(
            f"options-{name}", partial(_make_options, name), partial(_look_options, name), share=0.3
        )
    yield Target("certificate", _make_certificate, _look_certificate, headed)
    plain = {
        "facts": (_make_facts, _look_facts, 3),
        "sweep": (_of(_sweeps), _look_sweep, 0.7),
        "expected": (_of(_expectations), _look_expected, 0.3),
        "record": (_of(_records), _look_record, 0.3),
        "link": (_make_link, _look_link, 0.3),
        "configuration": (_of(_CONFIGURATIONS), _look_configuration, 0.5),
        "clingo-options": (_of(_OPTIONS), _look_clingo_options, 0.2),
    }
    for name, (make, look, share) in plain.items():
        yield Target(name, make, look, mistakes.smaller, share)
    yield Target("program", _make_program, _look_program, headed, 2)
