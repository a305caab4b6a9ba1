"""Which files of a folder are what: tasks, judge, scene, instances; grounds nothing."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError
from pylab.base.listing import FACT_SUFFIXES
from pylab.encoding import files, header
from pylab.encoding.places import shown
from pylab.text.lexer import TokenKind, blanked, has_rules
from pylab.text.source import Source, names_in, suffix_of

JUDGE, SCENES, GENERATOR, MOVES = "check.lp", ("scene.lp", "viz.lp"), "generate.lp", "moves.lp"

RESERVED = frozenset({JUDGE, *SCENES, GENERATOR, MOVES, "reasons.lp", "repair.lp", "incmode.lp"})
"""Files that are never tasks."""

MOST_FILES = 2000
"""The most files of a folder that are read to see which are tasks."""

_LOOKED_AT = 200_000
"""The number of bytes at the beginning of a file that show whether it has rules."""

_CONSTANT = re.compile(r"#const\s+(_*[a-z][A-Za-z0-9_']*)\s*=")
_FRAMES = re.compile(r"\bdraw\((?!\w+\()|graph\(|#include")
_INCLUDE = re.compile(r'#include\s*"([^"\n]+)"')
_STEPS = re.compile(r"#program\s+step\s*\(")
_MARKS = re.compile(r"\[([^]]*)\]\([^)]*\)|(?<!\w)[*_]+(\w[^*_]*)[*_]+")
_HEADS = ("Purpose", "Input predicates", "Output predicates")


def text_of(path: Path) -> str:
    """The first lines of a file; nothing of one that can't be read."""
    try:
        with path.open("rb") as stream:
            text = stream.read(_LOOKED_AT).decode("utf-8", "replace")
    except OSError:
        return ""
    return text if len(text) < _LOOKED_AT // 4 else text.rpartition("\n")[0]


def has_frames(text: str) -> bool:
    """Whether a scene draws frames, as far as a glance shows."""
    return _FRAMES.search(blanked(text, TokenKind.COMMENT, TokenKind.STRING)) is not None


def has_steps(text: str) -> bool:
    """Whether a program has a part for each step."""
    return _STEPS.search(blanked(text, TokenKind.COMMENT, TokenKind.STRING)) is not None


def constants_in(text: str) -> list[str]:
    """The names that `#const` declares in a text without comments."""
    return _CONSTANT.findall(text)


def counts(folder: Path) -> bool:
    """Whether a folder is itself a family: it has a judge, a scene, or an entry with a header."""
    if has_judge_or_scene(folder):
        return True
    for path in programs_beside(folder):
        with contextlib.suppress(EncodingError):
            if set(files.header(path).sections).intersection(_HEADS):
                return True
    return False


def has_puzzles(folder: Path) -> bool:
    """Whether a folder is a family, whose puzzles are in `instances`."""
    return counts(folder) or family_of(folder / "instances" / "any") == folder.absolute()


def programs_beside(folder: Path) -> list[Path]:
    """The files with rules in a folder and in its `encodings`; none if there are too many."""
    found = []
    for root in (folder, folder / "encodings"):
        with contextlib.suppress(PylabError):
            found += _programs(root)
    return found


def has_judge_or_scene(folder: Path) -> bool:
    """Whether there is a `check.lp`, or a file that draws."""
    roots = folder, folder / "encodings"
    return any((root / name).is_file() for root in roots for name in (JUDGE, *SCENES))


def without_scene(path: Path) -> str:
    """Why a folder or a program has no pictures."""
    if path.is_file() and any(path.with_name(name).is_file() for name in SCENES):
        return f"{path.name} is no program of its folder: give the puzzle alone"
    return "there is no scene.lp beside it"


def family_of(file: Path) -> Path | None:
    """The folder whose family a file is of: its own, or that of its `instances` or `encodings`.

    Rules above `instances` make a family without a judge, a scene or a header, too.
    """
    folders = above(file)
    found = next(filter(counts, folders), None)
    inside = file.absolute().parent.name == "instances"
    return folders[0] if found is None and inside and programs_beside(folders[0]) else found


def is_there(file: Path) -> bool:
    """Whether there is such a file, as it is or compressed; else a shipped one has the name."""
    return file.is_file() or file.with_name(f"{file.name}.gz").is_file()


def above(file: Path) -> list[Path]:
    """The folders whose family a file may be of."""
    own = file.absolute().parent
    inner = own.name in ("instances", "encodings", "accepted", "rejected")
    return [own.parent, own] if inner else [own]


def _programs(root: Path, having: Callable[[str], bool] = has_rules) -> list[Path]:
    """The files with rules that stand in a folder, sorted. Raises PylabError for too many."""
    found = []
    with contextlib.suppress(OSError), os.scandir(root) as entries:
        named = (e for e in entries if e.name.endswith(FACT_SUFFIXES) and e.name not in RESERVED)
        found = [Path(each.path) for each in named if each.is_file()]
    if len(found) > MOST_FILES:
        raise PylabError(
            f"{shown(root)}: expected at most {MOST_FILES} files of rules and facts beside each "
            "other, found more; put the puzzles into instances/"
        )
    return sorted((each for each in found if having(text_of(each))), key=resources.natural)


def _says_something(text: str) -> bool:
    return not blanked(text, TokenKind.COMMENT).isspace()


def _names_judge(text: str) -> bool:
    return "% Judge" in text


@dataclass(frozen=True)
class Folder:
    """A folder of rules, or one file that is a program by itself.

    Attributes:
        path: the folder or file, absolute.
    """

    path: Path

    @property
    def single(self) -> bool:
        """Whether it is one file."""
        return not self.path.is_dir()

    @property
    def root(self) -> Path:
        """The folder in which its files are."""
        return self.path.parent if self.single else self.path

    @cached_property
    def encodings(self) -> Path:
        """Where the encodings are: `encodings` in the folder if there are some, else the folder."""
        inside = self.root / "encodings"
        return inside if not self.single and inside.is_dir() else self.root

    @property
    def name(self) -> str:
        return self.path.stem if self.single else self.path.name

    def file(self, *names: str) -> Path | None:
        """The first file of these names, in the folder or where its encodings are."""
        if self.single:
            return None
        places = (root / name for name in names for root in (self.root, self.encodings))
        return next((each for each in places if each.is_file()), None)

    @cached_property
    def entries(self) -> tuple[Path, ...]:
        """The entry file of each task, first that of the folder's name.

        What another file includes, or names as its judge, is none.
        If no file has rules, the files with facts are the entries, so that they can be drawn.

        Raises EncodingError for two of one name, and PylabError for too many files.
        """
        if self.single:
            return (self.path,)
        found = _programs(self.encodings)
        if self.encodings != self.root:
            found += _programs(self.root)
        found = found or _programs(self.root, _says_something)
        known = {path.resolve() for path in found}
        inner = set[Path]()
        for path in found:
            try:
                inner |= {each.resolve() for each in files.includes(path).values()}
            except EncodingError:  # one of them is missing; the others are no tasks for that
                named = _INCLUDE.findall(blanked(text_of(path), TokenKind.COMMENT))
                inner |= {(path.parent / each).resolve() for each in named}
        for path in _programs(self.root, _names_judge):
            with contextlib.suppress(EncodingError):
                inner |= {each.resolve() for each in files.judges([path])}
        entries = [path for path in found if path.resolve() in known - inner] or found  # a circle
        by_name: dict[str, Path] = {}
        for path in entries:
            if (other := by_name.setdefault(path.stem, path)) != path:
                both = f"{shown(other)} and {shown(path)}"
                raise EncodingError(f"expected one file for task {path.stem}, found {both}")
        return tuple(sorted(entries, key=lambda path: path.stem != self.name))

    @cached_property
    def constants(self) -> frozenset[str]:
        """The names that `#const` declares in any file that takes part in a task."""
        found = set[str]()
        for entry in self.entries:
            with contextlib.suppress(PylabError):
                for file in files.read_whole(entry, ascii_only=False):
                    found |= set(constants_in(blanked(file.text, TokenKind.COMMENT)))
        return frozenset(found)

    @cached_property
    def title(self) -> str:
        """The title of its README and the paragraph after it, on one line; empty without one."""
        return " ".join(filter(None, self._readme))

    @property
    def called(self) -> str:
        """The title of its README, without the full stop; empty without one."""
        return self._readme[0].removesuffix(".")

    @property
    def rules(self) -> tuple[str, ...]:
        """The sentences of that paragraph."""
        return tuple(re.split(r"(?<=[.!?]) (?=[A-Z])", self._readme[1])) if self._readme[1] else ()

    @cached_property
    def _readme(self) -> tuple[str, str]:
        """The title of its README, and the paragraph after it; empty where there is none."""
        path, title, first = self.root / "README.md", "", ""
        if self.single or not path.is_file():
            return title, first
        with contextlib.suppress(OSError):
            text = path.read_bytes()[:20_000].decode("utf-8", "replace")
            blocks = [block.strip() for block in text.split("\n\n") if block.strip()]
            if blocks and blocks[0].startswith("#"):
                head, _, rest = blocks.pop(0).partition("\n")
                blocks = [rest, *blocks] if rest.strip() else blocks
                title = f"{head.lstrip('# ').rstrip('. ')}."
            if blocks and blocks[0][0] not in "#`|":
                words = " ".join(blocks[0].replace("`", "").split())
                first = _MARKS.sub(lambda found: found[1] or found[2], words)
        return title, first

    def within(self, name: str) -> list[Path]:
        """The files in a folder of that name, `instances` for one, sorted."""
        if self.single:
            return []
        with contextlib.suppress(OSError):
            found = (self.root / name).iterdir()
            return sorted((p for p in found if p.is_file() and p.name[0] != "."),
                          key=resources.natural)  # fmt: skip
        return []

    @property
    def overlays(self) -> list[Path]:
        """The overlays in its `variants`, without the judges that some of them name."""
        judges = {path.resolve() for path in self.judges}
        return [each for each in self._variants if each.resolve() not in judges]

    @property
    def judges(self) -> dict[Path, Path]:
        """The judges that overlays name in their headers, each with the last such overlay."""
        found = dict[Path, Path]()
        for overlay in self._variants:
            with contextlib.suppress(EncodingError):
                found |= dict.fromkeys(files.judges([overlay]), overlay)
        return found

    @property
    def _variants(self) -> list[Path]:
        found = [each for name in ("encodings/variants", "variants") for each in self.within(name)]
        return [each for each in found if each.suffix == ".lp"]

    @property
    def files(self) -> list[Path]:
        """Its rules, facts, known answers and README; none of a single file."""
        named = (
            "",
            "encodings",
            "variants",
            "encodings/variants",
            "instances",
            "accepted",
            "rejected",
        )
        known = {*FACT_SUFFIXES, ".json", ".md"}
        return [each for name in named for each in self.within(name) if each.suffix in known]

    @property
    def instances(self) -> list[Path]:
        """The puzzles in `instances`; those of collections have numbers."""
        files = (each for each in self.within("instances") if suffix_of(each.name) in FACT_SUFFIXES)
        return [Path(name) for each in files for name, _ in names_in(each)]


def purpose(entry: Path) -> str:
    """The first line of what an entry's header says it is for; empty if it says nothing."""
    with contextlib.suppress(EncodingError):
        source = Source(shown(entry), entry.read_text(encoding="utf-8", errors="replace"))
        return header.parse(source).sections.get("Purpose", "").strip().partition("\n")[0]
    return ""
