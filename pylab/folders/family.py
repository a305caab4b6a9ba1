"""A folder of rules, or one file, as a `Family`: each member follows from the files.

Also which family, instance and task the files are that a user names.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from pylab.base import resources
from pylab.base.errors import PylabError, near
from pylab.base.listing import Listing, Parameter, Signature, Task, signatures
from pylab.encoding import program as encodings
from pylab.encoding.ineffective import LED_BY
from pylab.encoding.places import shown
from pylab.family import registry
from pylab.family.parts import Pictures
from pylab.family.schema import ByHand
from pylab.family.table import Family
from pylab.folders import generator, given, inference, judging, layout, pictures, watching
from pylab.folders.answers import ShownAtoms, ShownFormat, data
from pylab.folders.given import Given
from pylab.folders.inference import Interface
from pylab.folders.layout import Folder
from pylab.text.facts import Fact
from pylab.text.lexer import has_rules
from pylab.text.source import Source, read_source, split_name


def opened(path: Path, name: str = "") -> Family[Given, ShownAtoms]:
    """The family that a folder or a file gives; the same one while none of its files changes.

    Raises PylabError for a folder without programs.
    """
    path = path.absolute()
    return _opened(path, name, _state(path))


def _state(path: Path) -> tuple[object, ...]:
    """A key that changes with the folder's own files."""
    folder = Folder(path)
    own = {folder.root, folder.encodings, folder.root / "README.md", path}
    known = [*folder.entries, *(folder.encodings / each for each in layout.RESERVED)]
    found = []
    for each in sorted({*own, *known}):
        try:
            now = each.stat()
        except OSError:
            continue
        found.append((str(each), now.st_mtime_ns, now.st_size, now.st_ino))
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _opened(path: Path, name: str, _state: object) -> Family[Given, ShownAtoms]:
    return Rules(Folder(path), name).family


def drawn_by(
    family: Family[Given, ShownAtoms], scene: Path | None, directed: bool
) -> Family[Given, ShownAtoms]:
    """The same family with pictures by another file."""
    rules = family.as_written
    assert isinstance(rules, Rules)
    return replace(rules, drawn_by=scene and scene.absolute(), directed=directed).family


@dataclass(frozen=True)
class Rules:
    """The content of a folder's files, as the members of a family need it.

    Attributes:
        folder: which files there are.
        given_name: what the family is called where it is installed; else empty.
        drawn_by: the file that draws instead of the folder's own.
        directed: whether edges of graphs have arrowheads.
    """

    folder: Folder
    given_name: str = ""
    drawn_by: Path | None = None
    directed: bool = False

    @property
    def path(self) -> Path:
        return self.folder.path

    @cached_property
    def judge(self) -> Path | None:
        return self.folder.file(layout.JUDGE)

    def judge_fault(self, instance: Given) -> str:
        """Why the judge can't say anything; empty if it can, or if there is none."""
        if self.judge is None:
            return ""
        return judging.fault(self, judging.loaded(self.judge), instance)

    @cached_property
    def interface(self) -> Interface:
        """What its tasks read and show."""
        entries = self.folder.entries
        return inference.of_entries([e for e in entries if not inference.judges(e)] or entries)

    @cached_property
    def puzzles(self) -> frozenset[Signature]:
        """The predicates of the first of the puzzles that are in `instances`."""
        found = set[Signature]()
        for path in self.folder.instances[:20]:
            instance = self.read(read_source(str(path)))
            found |= instance.signatures
            found |= inference.of_entries(instance.rules).derived
        return frozenset(found)

    def given_to(self, path: Path) -> frozenset[Signature]:
        """The predicates that a file may use.

        For programs, these are the inputs that heads name; without heads, the predicates of the
        puzzles; without puzzles, all that they use. Other files also get the predicates of puzzles,
        scenes and judges those of answers, and scenes those by which pages ask for a picture.
        """
        if path.name == layout.GENERATOR:
            return frozenset()
        interface = self.interface
        if interface.inferred and path in self.folder.entries and not inference.inferred(path):
            return inference.of_entries([path]).inputs | self.puzzles
        found = (interface.inferred and self.puzzles) or interface.inputs
        if path.name in (layout.JUDGE, *layout.SCENES):
            found |= interface.derived | interface.outputs
        if path.name in layout.SCENES:
            found |= {*signatures("page/0 resized/2")}
        return found | self.puzzles if path.name in layout.RESERVED else found

    @cached_property
    def family(self) -> Family[Given, ShownAtoms]:
        folder = self.folder
        if not folder.entries:
            told = "expected a folder with programs, NAME.lp; found none"
            raise PylabError(f"{shown(folder.path)}: {told}")
        name = resources.give(
            self.given_name or folder.name, folder.encodings, folder.root / "instances"
        )
        listing = Listing(
            name=name,
            title=folder.called,
            doc=folder.title.rstrip(".") or f"programs of {folder.name}",
            suffixes=(),
            vocabulary=tuple(sorted(self.interface.inputs, key=str)),
            tasks=tuple(self._task(entry) for entry in folder.entries),
            parameters=self._parameters(),
        )
        outputs = self.interface.shown
        found: Family[Given, ShownAtoms] = Family(
            listing=listing,
            schema=ByHand(Given.whole, given.of_facts),
            witness_format=ShownFormat.of(
                None if outputs is None else sorted(outputs, key=str),
                sorted(self.interface.derived, key=str),
                any(layout.has_steps(layout.text_of(each)) for each in folder.entries),
                self.interface.values,
            ),
            check=functools.partial(judging.check, self),
            pictures=Pictures(
                functools.partial(pictures.draw, self),
                functools.partial(pictures.picture, self),
                step=functools.partial(pictures.draw_step, self) if self._frames else None,
                steps=functools.partial(pictures.steps, self) if self._frames else None,
                milestones=functools.partial(pictures.milestones, self) if self._frames else None,
            ),
            script=functools.partial(watching.script, self) if self.scene or self._frames else None,
            generate=functools.partial(generator.generate, self),
            read=self.read,
            adapt=_adapted,
            remarks=self._remarks,
            data=lambda _, witness: data(witness),
            as_written=self,
        )
        return found

    @property
    def moves(self) -> Path | None:
        """The game's rules; None without."""
        return self.folder.file(layout.MOVES)

    @property
    def generates(self) -> Path | None:
        """The program that makes instances; None without."""
        return self.folder.file(layout.GENERATOR)

    @property
    def scene(self) -> Path | None:
        """The program that draws; None without."""
        return self.drawn_by or self.folder.file(*layout.SCENES)

    @property
    def _frames(self) -> bool:
        """Whether its pictures may have frames, as far as the text of scene or programs shows."""
        if self.scene is not None:
            return layout.has_frames(layout.text_of(self.scene))
        drawn = self.interface.derived
        return any(s.name.endswith("graph") or str(s) == "draw/2" for s in drawn)

    def _task(self, entry: Path) -> Task:
        doc = layout.purpose(entry).rstrip(".") or f"what {entry.name} answers"
        inside = entry.is_relative_to(self.folder.encodings)
        return Task(
            entry.stem, doc, str(entry.relative_to(self.folder.encodings) if inside else entry)
        )

    def _parameters(self) -> tuple[Parameter, ...]:
        path = self.generates
        return generator.parameters(path) if path else ()

    def read(self, source: Source) -> Given:
        """An instance from a file's text; an empty one for a program that is its own family.

        Raises EncodingError and InstanceError.
        """
        if self.folder.single and source.text == read_source(str(self.path)).text:
            return Given()
        return self.joined([source])

    def joined(self, sources: Sequence[Source]) -> Given:
        """An instance from the texts of several files, each by its name where it can be read."""
        facts: list[Fact] = []
        rules: list[Path] = []
        for source in sources:
            found = given.facts_in(source, self.folder.constants)
            if found is None:
                rules.append(given.file_of(source))
            else:
                facts += found
        made = given.of_facts(facts, rules)
        return replace(made, defaults=self._defaults()) if rules else made

    def _defaults(self) -> tuple[tuple[str, str], ...]:
        """The programs' own values for their constants; of several, the first one's."""
        values: dict[str, str] = {}
        for entry in self.folder.entries:
            with contextlib.suppress(PylabError):
                program = encodings.load(entry, scripts=True, ascii_only=False)
                values = {**program.constants, **values}
        return tuple(sorted(values.items()))

    def whole(self, instance: Given) -> Sequence[Fact]:
        given = instance.facts or instance.rules
        alone = self.folder.single and not (given and has_rules(read_source(str(self.path)).text))
        rules = (self.path, *instance.rules) if alone else instance.rules
        return replace(instance, rules=rules).whole()

    def _remarks(self, instance: Given) -> list[str]:
        """Facts that no program uses: a misspelt predicate is the commonest mistake."""
        used = {*self.interface.inputs, *self.interface.derived}
        text = read_source(str(self.path)).text if self.folder.single else ""
        if registry.predicates(text) and not has_rules(text):
            beside = layout.programs_beside(self.path.parent)
            told = f"; {shown(beside[0])} has rules, and can be named before it" if beside else ""
            return [f"there are no rules, only facts{told}"]
        if instance.rules or not used:
            return []
        odd = sorted(instance.signatures - used - LED_BY - self._elsewhere, key=str)
        return [
            f"facts {each} mean nothing: no program uses them{near(str(each), map(str, used))}"
            for each in odd
        ]

    @cached_property
    def _elsewhere(self) -> frozenset[Signature]:
        """What judge, scene, moves and the reasons read."""
        names = (layout.JUDGE, *layout.SCENES, layout.MOVES, "reasons.lp", "repair.lp")
        files = [path for name in names if (path := self.folder.file(name))]
        return inference.of_entries(files).inputs


def _adapted(instance: Given, **_options: Any) -> Given:
    return instance


Opened = tuple[Family[Given, ShownAtoms], Callable[[], Given], str | None]


def opened_with(sources: Sequence[Source], family: str | None) -> Opened:
    """The family of these files, what reads the instance, and the task; None for the first one.

    Raises PylabError.
    """
    entry = next((each for each in sources if has_rules(each.text)), None)
    found, task = _owner(entry, sources, family)
    rules = found.as_written
    assert isinstance(rules, Rules)
    used = entry or sources[0]
    inside = [
        each.name for each in sources if Path(each.name).absolute().parent.name == "instances"
    ]
    if not rules.folder.single and len(inside) > 1:
        told = f"expected one puzzle of {found.name}, and {inside[0]} is one already"
        raise PylabError(f"{inside[1]}: {told}")
    whole = task is not None  # else these rules are a part of the instance
    rest = [each for each in sources if not (whole and each is used)]
    return found, functools.partial(rules.joined, rest), task


def _owner(
    entry: Source | None, sources: Sequence[Source], family: str | None
) -> tuple[Family[Given, ShownAtoms], str | None]:
    """The family of these files, and the task whose file the entry is, or None."""
    if family is not None:
        known = cast(Family[Given, ShownAtoms], registry.get(family))
        if known.as_written is None:
            raise PylabError(f"expected one puzzle of {family}, found {len(sources)} files")
        return known, _task_of(known, entry)
    for source in sources if entry is None else dict.fromkeys((entry, *sources)):
        path = Path(split_name(source.name)[0])
        folder = layout.family_of(path) if layout.is_there(path) else None
        if folder is not None:
            known = registry.written(folder)
            task = _task_of(known, entry or source)
            inside = source is entry and path.absolute().parent.name == "instances"
            if task or entry is None or inside:
                return known, task
    given.refuse_empty(entry or sources[0])
    alone = registry.written(given.file_of(entry or sources[0]))
    return alone, alone.tasks[0].name


def _task_of(family: Family[Given, ShownAtoms], entry: Source | None) -> str | None:
    """The task whose file an entry is; None if it is no task's."""
    rules = family.as_written
    if entry is None or not isinstance(rules, Rules):
        return None
    path = Path(entry.name)
    known = {each.resolve(): each.stem for each in rules.folder.entries}
    return known.get(path.resolve()) if path.is_file() else None
