"""Pages are short and easy to read; what they name exists, and what exists is described once."""

from __future__ import annotations

import random
import re

import click
import pytest
from projects import ROOT

from pylab.cli import COMMANDS, pylab
from pylab.family import registry

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOR_PLAYERS = ["README", "docs/primer", "docs/tutorial", "docs/folder-tutorial", "docs/pages"]
FAMILIES = ("ravensburger", "fractal", "alice", "dungeon", "theseus")
LONGEST = 300
GRADE = 7.0
"""School years that a text for players takes (Kincaid and others, 1975)."""

WORDS = 45
"""The most words of a sentence for players."""


def sentences(page):
    """The words of each sentence of a page: no code, tables, headings or pictures."""
    text = re.sub(r"(?ms)^```.*?^```$|^(?:\||#|<|!\[).*?$", "", page)
    text = re.sub(r"`[^`]*`", "it", re.sub(r"\]\([^)]*\)", "", text))
    for part in re.split(r"\n\s*\n|\n(?=- )|(?<=[.?!:;])\s+", text):
        words = re.findall(r"[A-Za-z][A-Za-z'’-]*", part)
        if len(words) > 1:
            yield words


def syllables(word):
    """About as many as it has groups of vowels; a last e is silent."""
    spoken = re.sub(r"(?<=[^aeiouyl])e$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", spoken)))


def grade(page):
    """The Flesch-Kincaid grade."""
    found = list(sentences(page))
    words = [word for sentence in found for word in sentence]
    heavy = sum(map(syllables, words)) / len(words)
    return 0.39 * len(words) / len(found) + 11.8 * heavy - 15.59


def test_the_grade_tells_easy_from_hard():
    assert grade("The cat sat on the mat. It was a fat cat.") < 1
    assert (
        grade("Notwithstanding prior considerations, instantiation necessitates saturation.") > 20
    )


@pytest.mark.parametrize("page", [path.relative_to(ROOT).as_posix() for path in PAGES])
def test_no_page_is_long(page):
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= (110 if page == "README.md" else LONGEST)
    outside = re.sub(r"(?ms)^```.*?^```$", "", "\n".join(lines))
    assert [line for line in outside.splitlines() if len(line) > 140 and line[0] not in "|<"] == []


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_texts_for_players_are_easy_to_read(name):
    page = (ROOT / f"{name}.md").read_text(encoding="utf-8")
    assert grade(page) <= GRADE
    assert [" ".join(each) for each in sentences(page) if len(each) > WORDS] == []


@pytest.mark.parametrize("name", FAMILIES)
def test_rules_on_pages_are_easy_to_read(name):
    family = registry.get(name)
    puzzle = family.generate(random.Random(1))
    script = family.script(puzzle, [])
    text = "\n\n".join([*script.lesson.lines, script.howto])
    assert grade(text) <= GRADE
    assert [each for each in sentences(text) if len(each) > 30] == []


# ---- what is named exists, and is described once


def commands(group=pylab, words=()):
    """Each command with its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name), command
        if isinstance(command, click.Group) and name != "generate":
            yield from commands(command, (*words, name))


KNOWN = dict(commands())
OF_FAMILIES = {
    f"--{name.replace('_', '-')}" for each in registry.listings()
    for name in [*(p.name for p in each.options), *(p.name for p in each.parameters)]
}  # fmt: skip
OF_OTHERS = {"--enum-mode", "--outf", "--eq"}
"""Options of clingo and clasp that pages name by themselves."""


def flags(*some):
    """The options of commands, and those of all families."""
    parameters = [parameter for command in some for parameter in command.params]
    own = {flag for each in parameters for flag in (*each.opts, *each.secondary_opts)}
    return own | OF_FAMILIES | {"--help", "--help-all"}


def test_what_is_minimal_is_not_called_smallest():
    """Nothing can be left out of a shrunk puzzle or a set of rules; others may still be smaller."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in PAGES}
    texts |= {" ".join(words): command.help or "" for words, command in KNOWN.items()}
    for name, text in texts.items():
        assert (
            re.findall(r"(?:the|a) smallest\s(?:set|puzzle|instance|board|mistake)", text) == []
        ), name


def test_every_option_of_a_command_has_one_text():
    for words, command in KNOWN.items():
        taken = [flag for each in command.params for flag in each.opts]
        assert len(taken) == len({*taken}), words
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, (words, parameter.name)


def test_pages_name_options_that_exist():
    """In calls of pylab's commands, those of the command, up to a pipe; by themselves, of any."""
    known = flags(*KNOWN.values()) | OF_OTHERS
    for path in PAGES:
        if path.name in ("CHANGELOG.md", "upgrading.md"):  # some are those of earlier versions
            continue
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for call in re.findall(rf"pylab ((?:{'|'.join(COMMANDS)})\b[^\n`|;&]*)", text):
            words = tuple(re.findall(r"[^\s;.,:)]+", call)[:2])
            meant = flags(KNOWN.get(words) or KNOWN[words[:1]])
            if words[0] != "clingo" and words != ("generate", "FOLDER"):
                named = set(re.findall(r"(?<![\w=-])--[a-z][a-z-]+", call))
                assert named <= (known if words[0] == "generate" else meant), call
        assert set(re.findall(r"`(--[a-z][a-z-]+)", text)) <= known, path.name


def test_every_predicate_for_judges_is_described_once():
    page = (ROOT / "docs/judges.md").read_text(encoding="utf-8")
    table = page.partition("## What the checker saw")[2]
    for family in map(registry.get, FAMILIES):
        (row,) = re.findall(rf"(?m)^\| `{family.name}` \| (.*) \|$", table)
        named = re.findall(r"`(\w+)\(([^`]*)\)`", row)
        told = [f"{name}/{arguments.count(',') + 1}" for name, arguments in named]
        assert sorted(told) == sorted(map(str, family.trace.predicates))
