"""Builds a site of the pages in `docs/`: `python tools/website.py SITE`; needs MkDocs.

Links between pages get their targets in the site. Some pages are made from the code: the help of
every command, the tasks, options and facts of each family, and the encodings with their heads. The
gallery is part of the site, with labs if `./lab` is installed. Every link is checked, and the site
loads nothing from the network.
"""

from __future__ import annotations

import argparse
import functools
import html
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

import pylab
from pylab import cli
from pylab.base import resources
from pylab.base.errors import EncodingError
from pylab.base.listing import Listing
from pylab.core import options
from pylab.core.options import Need, Option
from pylab.encoding import header, program
from pylab.family import registry
from pylab.testing import requirements
from pylab.text.lexer import head
from pylab.text.source import read_source

ROOT = Path(__file__).resolve().parents[1]
STYLE = Path(__file__).with_suffix(".css")
TITLE = "Puzzles and answer set programming"
"""The first page's title in browsers and in the contents."""
BOARD = "gallery/alice-lawn-alice.html"
"""The puzzle that the first page has in a frame."""
FOLDERS = ("sokoban", "queens", "hanoi", "colouring", "sudoku", "jobshop", "robots")
"""The examples that are folders of rules."""

EXERCISES = ("lines", "walk", "judge")
"""The examples of exercises, which have no pages of their own."""

FAMILIES = ("ravensburger", "fractal", "alice", "dungeon", "theseus")

PLACES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "CREDITS.md": "credits.md",
    "SECURITY.md": "security.md",
    "native/README.md": "native.md",
    "examples/pylab-ricochet/README.md": "ricochet.md",
    "examples/pylab-ricochet": "ricochet.md",
    **{f"examples/{name}{page}": f"{name}.md" for name in FOLDERS for page in ("", "/README.md")},
    **{f"examples/exercises/{name}": "exercises.md" for name in EXERCISES},
}
"""Where a page is in the site that doesn't lie in docs/; those in docs/ keep their names."""

CONTENTS: Mapping[str, tuple[str, ...]] = {
    "Begin": (
        "index.md", "primer.md", "tutorial.md", "folder-tutorial.md", "variants.md", "folders.md",
        "lab.md", "notebook.md",
    ),
    "Puzzles": tuple(f"{name}.md" for name in FAMILIES),
    "More puzzles": ("ricochet.md", *(f"{name}.md" for name in FOLDERS)),
    "How to": (
        "asking-more.md", "judges.md", "comparing.md", "explaining.md", "pages.md", "scenes.md",
        "exercises.md", "exercises-students.md",
        "solvers.md", "tools.md", "bench.md", "upgrading.md",
    ),
    "Look up": ("commands.md", "help.md", "families.md", "json.md", "proofs.md"),
    "The encodings": tuple(f"{name}-encoding.md" for name in FAMILIES),
    "How it works": (
        "architecture.md", "search.md", "performance.md", "native.md", "findings.md",
    ),
    "The project": (
        "contributing.md", "family.md", "pages-and-labs.md", "testing.md", "requirements.md",
        "sources.md", "changes.md", "credits.md", "security.md",
    ),
}  # fmt: skip

FOLDED = ("More puzzles", "The encodings")
"""What is an entry of the part before, to be opened."""

_LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\"#\s]*)(?P<anchor>#[^)\"\s]*)?")
_CODE = re.compile(r"(?ms)^```.*?^```|`[^`\n]*`")
_KEYS = re.compile(r"(?m)^((?:Keys|Members)(?: of .*)?): `(pylab\.[\w.]+)`$")
_FROM_NET = re.compile(
    r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*"
)


def pages() -> dict[str, str]:
    """The text of each page by its place in the site."""
    sources = {path: place for path, place in PLACES.items() if path.endswith(".md")}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if not path.read_text(encoding="utf-8").startswith("This page is now "):
            sources[str(path.relative_to(ROOT))] = path.name
    known = {**PLACES, **sources}
    made = {}
    for source, place in sources.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        made[place] = described(_linked(text, source, known))
    made |= {f"{name}-encoding.md": encodings_page(name) for name in FAMILIES}
    made |= {"help.md": help_page(), "families.md": families_page()}
    return {**made, "requirements.md": requirements_page()}


def described(page: str) -> str:
    """The page with a table for each line `Keys: …` or `Members: …` with a class or a function.

    The table has what the docstring says under `Attributes:` or `Keys:`. `Options: …` stands for
    the table of a question's options.
    """
    page = page.replace("Options: `pylab.core.options.TABLE`", options_table())
    return _KEYS.sub(lambda line: f"{line[1]}:\n\n{_table('key', keys(line[2]))}\n", page)


def options_table() -> str:
    """The options of a question, with their names in all front ends."""
    heads = "| option | notebook | sweep's file | JSON | effect |\n|---|---|---|---|---|\n"
    return heads + "\n".join(f"| {' | '.join(_option(each))} |" for each in options.TABLE.values())


def _option(option: Option) -> Iterator[str]:
    metavar = "\\|".join(option.choices) or option.metavar
    yield f"`{option.flag} {metavar}`" if metavar else f"`{option.flag}`"
    yield f"`{option.name}`" if option in options.of(options.ASK, options.SOLVE) else ""
    yield f"`{option.entry}`"
    means = {each.name for each in fields(options.Means)}
    yield f"`{'means' if option.field in means else 'limits'}.{option.field}`"
    yield option.help.replace("|", "\\|") + _NEEDS[option.need]


_NEEDS = {
    Need.NOTHING: "",
    Need.ENCODING: " Not for searches without an encoding.",
    Need.CLINGO: " For clingo.",
}


def keys(name: str) -> Iterator[tuple[str, str]]:
    """Each attribute that a docstring describes, with its words."""
    parts = name.split(".")
    module = next(n for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in _modules())
    found: Any = importlib.import_module(".".join(parts[:module]))
    for part in parts[module:]:
        found = getattr(found, part)
    doc = inspect.getdoc(found) or ""
    section = re.split(r"(?m)^(?:Attributes|Keys):\n", doc)[1]
    for names, words in re.findall(r"(?m)^    ([\w, ]+): (.*(?:\n {8,}.*)*)", section):
        yield names.replace(", ", "`, `"), re.sub(r"\s+", " ", words)


@functools.cache
def _modules() -> frozenset[str]:
    """The names of pylab's modules."""
    return frozenset(each.name for each in pkgutil.walk_packages(pylab.__path__, "pylab."))


def first_page(page: str) -> str:
    """The page with a browser's title, its first sentence, a board to play, and then the rest.

    Each command is on a line of its own.
    """
    head, _, rest = page.partition("\n\n")
    what, _, rest = rest.partition(". ")
    board = f'<iframe class="board" title="A maze to play" src="{BOARD}"></iframe>'
    rest = re.sub(r"(?ms)^```sh$.*?^```$", lambda found: found[0].replace(" && ", "\n"), rest)
    return f"---\ntitle: {TITLE}\n---\n{head}\n\n{what}.\n\n{board}\n\n{rest}"


def _linked(text: str, source: str, known: Mapping[str, str]) -> str:
    """The text with links to other pages as the site has them."""

    def there(found: re.Match[str]) -> str:
        target = found["target"]
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        path = (ROOT / source).parent / target
        name = str(path.resolve().relative_to(ROOT))
        if name.startswith("docs/pictures/"):
            return found["before"] + name.removeprefix("docs/") + (found["anchor"] or "")
        if name not in known:
            return found["before"] + name + (found["anchor"] or "")  # which the check refuses
        return found["before"] + known[name] + (found["anchor"] or "")

    parts, last = [], 0
    for code in _CODE.finditer(text):
        parts += [_LINK.sub(there, text[last : code.start()]), code[0]]
        last = code.end()
    return "".join([*parts, _LINK.sub(there, text[last:])])


def broken(texts: Mapping[str, str]) -> Iterator[str]:
    """Links that lead to no page, picture or heading."""
    anchors = {name: set(_anchors(text)) for name, text in texts.items()}
    for name, text in texts.items():
        for found in _LINK.finditer(_CODE.sub("", text)):
            target, anchor = found["target"] or name, (found["anchor"] or "")[1:]
            if re.match(r"[a-z]+:", target):
                continue
            if target.startswith("pictures/"):
                there = (ROOT / "docs" / target).is_file()
            else:
                there = target in texts and (not anchor or anchor in anchors[target])
            if not there:
                yield f"{name}: {found['target']}{found['anchor'] or ''} leads nowhere"


def _anchors(text: str) -> Iterator[str]:
    for heading in re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", text)):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w -]", "", plain.lower()).strip().replace(" ", "-")


def help_page() -> str:
    """What `--help` prints of every command."""
    parts = ["# The help of every command", "Made from the commands themselves."]
    for words, command in _commands(cli.pylab, ["pylab"]):
        context = click.Context(command, info_name=" ".join(words), max_content_width=96)
        told = command.get_help(context)
        parts.append(f"## `{' '.join(words)}`\n\n```text\n{told}\n```")
    return "\n\n".join(parts) + "\n"


def _commands(
    command: click.Command, words: list[str]
) -> Iterator[tuple[list[str], click.Command]]:
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _commands(below, [*words, name])


def families_page() -> str:
    """The endings, tasks, options and facts of each family."""
    parts = ["# Families: tasks, options, facts", "Made from the families' listings and encodings."]
    for listing in registry.listings():
        parts.append(f"## {listing.name}\n\n{listing.doc[0].upper()}{listing.doc[1:]}.")
        parts.append(f"Files end in {', '.join(f'`{each}`' for each in listing.suffixes)}.")
        parts.append(_table("task", ((each.name, each.doc) for each in listing.tasks)))
        rows = [(f"--{each.name.replace('_', '-')}", each.doc) for each in listing.options]
        parts.append(_table("option", rows))
        rows = [(f"--{each.name}", f"{each.doc} ({each.default!r})") for each in listing.parameters]
        parts.append(_table("`generate`", rows))
        parts.append(_table("fact", _facts(listing)))
    return "\n\n".join(parts) + "\n"


def requirements_page() -> str:
    """The requirements of `pylab.testing` on every family."""
    rows = ((each.name, each.says.split("\n")[0]) for each in requirements())
    about = "Made from the code. [Testing](testing.md) says how a family is put to them."
    return f"# The requirements on every family\n\n{about}\n\n{_table('requirement', rows)}\n"


def encodings_page(family: str) -> str:
    """The family's encodings: of each file its purpose, its predicates and its rules."""
    folder = resources.encodings(family)
    about = f"[The family's page]({family}.md#how-the-encoding-works) says how they work."
    parts = [f"# The encodings of {family}", f"Made from the files. {about}"]
    for path in sorted(folder.glob("*.lp"), key=lambda each: (_included(each), each.name)):
        source = read_source(str(path), EncodingError)
        sections = header.parse(source).sections
        parts.append(f"## `{path.name}`\n\n{html.escape(sections.get('Purpose', ''), quote=False)}")
        for title in ("Input predicates", "Output predicates"):
            if rows := [*header.described(sections.get(title, ""))]:
                parts.append(_table(title.lower(), rows))
        rules = source.text.removeprefix(head(source.text)).strip()
        parts.append(f"```prolog\n{rules}\n```")
    return "\n\n".join(parts) + "\n"


def _included(path: Path) -> int:
    """The number of files of a program, itself included."""
    return len(program.load(path).files)


def _table(title: str, rows: Any) -> str:
    lines = [f"| {title} | |", "|---|---|"]
    for name, doc in rows:
        lines.append(f"| `{name}` | {html.escape(doc, quote=False).replace('|', '&#124;')} |")
    return "\n".join(lines)


def _facts(listing: Listing) -> Iterator[tuple[str, str]]:
    """Each predicate of instances, with what the first header of an encoding says that names it.

    One with variables comes first; one that only refers to another file doesn't count. Without
    any, it is what an option of that name says.
    """
    told: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for path in sorted(resources.encodings(listing.name).glob("*.lp")):
        try:
            section = header.parse(read_source(str(path), EncodingError)).sections
        except EncodingError:
            continue
        for shown, doc in header.described(section.get("Input predicates", "")):
            name, _, arguments = shown.partition("(")
            arity = arguments.count(",") + bool(arguments)
            if not re.search(r"(^|: )see [\w-]+\.lp", doc):
                doc = doc.replace("...", "…").rstrip(".")
                told.setdefault((name, arity), []).append((shown, doc))
    options = {each.name: each.doc for each in listing.options}
    for each in listing.vocabulary:
        found = told.get((each.name, each.arity), [(str(each), options.get(each.name, ""))])
        yield min(found, key=lambda row: bool(re.search(r"[(,] *[a-z]", row[0])))


def settings(folder: Path, beside: Mapping[str, str]) -> str:
    """The text of mkdocs.yml, with links `beside` its pages; the theme loads nothing."""
    lines = [
        "site_name: pylab",
        "docs_dir: pages",
        f"site_dir: {folder}",
        f"extra_css: [{STYLE.name}]",
        "use_directory_urls: false",
        "theme: {name: readthedocs, highlightjs: false}",
        "plugins: []",  # browsers refuse the search's worker in a site that is opened as files
        "validation:",
        "  omitted_files: warn",
        "  absolute_links: warn",
        "  unrecognized_links: warn",
        "  anchors: warn",
        "nav:",
    ]
    for title, names in CONTENTS.items():
        deeper = "  " * (title in FOLDED)
        lines += [f"{deeper}  - {title}:", *(f"{deeper}    - {name}" for name in names)]
    lines += [f"  - {title}: {place}" for title, place in beside.items()]
    return "\n".join(lines) + "\n"


def gallery(folder: Path, *words: str) -> dict[str, str]:
    """Make the gallery in the folder. Returns its pages for the site's contents, by their titles.

    Raises CalledProcessError.
    """
    command = [sys.executable, "-m", "pylab_asp", "gallery", str(folder), *words]
    subprocess.run(command, check=True)
    found = {"index.html": "Gallery", "lab/alice.html": "Lab"}
    return {title: page for page, title in found.items() if (folder / page).is_file()}


def build(folder: Path, *words: str) -> list[str]:
    """Build the site; the words are options of `pylab gallery`. Returns what is wrong with it."""
    texts = pages()
    wrong = list(broken(texts))
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        for name, text in texts.items():
            (place / "pages").mkdir(exist_ok=True)
            text = first_page(text) if name == "index.md" else text
            text = _CODE.sub(lambda code: code[0].replace(r"\|", "|"), text)  # as MkDocs has it
            (place / "pages" / name).write_text(text, encoding="utf-8")
        shutil.copy(STYLE, place / "pages")
        shutil.copytree(ROOT / "docs/pictures", place / "pages/pictures")
        made_pages = gallery(place / "pages/gallery", *words)
        beside = {title: f"gallery/{page}" for title, page in made_pages.items()}
        (place / "mkdocs.yml").write_text(settings(folder.resolve(), beside), encoding="utf-8")
        words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]
        if subprocess.run(words, cwd=place, check=False).returncode:
            wrong.append("MkDocs does not build it")
    for path in sorted(folder.rglob("*.html")):
        fetched = _FROM_NET.search(path.read_text(encoding="utf-8"))
        if fetched:
            wrong.append(f"{path.name} fetches {fetched[0]}")
    return wrong


def main() -> int:
    """Build the site, and print what is wrong with it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    wrong = build(parser.parse_args().folder)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
