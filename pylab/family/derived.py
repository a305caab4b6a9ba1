"""The members of a family that are derived from its others: from schema, facts, scene, stages."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import clingo

from pylab.base.errors import InstanceError, PylabError
from pylab.base.listing import Signature, Task
from pylab.family.parts import Explaining, Pictures, Trace, derived
from pylab.family.schema import owner
from pylab.text.fact_files import read_facts
from pylab.text.facts import Fact, fact, write_facts
from pylab.text.source import Source

if TYPE_CHECKING:
    from pylab.drawing.scenes import ScenePicture
    from pylab.drawing.svg import Drawing
    from pylab.family.script import Script
    from pylab.family.table import Family


def is_derived(member: Any) -> bool:
    """Whether a family doesn't give a member itself, or a copy has it from another family."""
    if isinstance(member, Trace):
        return is_derived(member.facts)
    return member is None or member is derived or isinstance(owner(member), Derived)


R = TypeVar("R", Explaining[Any], Pictures[Any])


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Requirements that can't all be met, as facts, and these in words, in lines."""

    facts: Sequence[Fact]
    words: Sequence[str]


_last: list[tuple[list[Any], Any, Any, ScenePicture]] = []
"""The picture that was made last and what it was made of: each of its steps is drawn by itself."""


class Derived:
    """The members that are derived from those that a family gives; each has the same name there."""

    def __init__(self, family: Family[Any, Any]) -> None:
        self.family = family

    def members(self) -> Mapping[str, Any]:
        """All of them by name; None if a member can't be derived."""
        return {
            "pictured": self.pictured,
            "pictures": self._pictures(),
            "read": self.read,
            "write": self.write,
            "adapt": self.adapt,
            "decode": self.decode,
            "unsupported": self.unsupported,
            "trace": self._trace(),
            "explaining": self._explaining(),
            "script": self.script if self.family.scene and self.family.moves else None,
        }

    def pictured(
        self,
        instance: Any,
        witness: Any = None,
        seen: Sequence[Fact] | None = None,
        page: bool = False,
        more: Sequence[Fact] = (),
        facts: Callable[[Any], Iterable[Fact]] | None = None,
    ) -> ScenePicture:
        """What `scene.lp` makes of an instance with an answer, or with obstacles.

        It sees their facts, and of the checker's replay what it uses and doesn't derive itself,
        unless `seen` has other facts. It also sees `page` for a page where one plays, and `more`.
        `facts` are the instance's for the scene, by default those of its encodings.
        """
        family, scene = self.family, self.family.scene
        if scene is None:
            neither = "expected draw, or a scene.lp; found neither"
            own = not is_derived(family.pictures.draw)
            lacking = "expected a scene.lp beside its encodings, found none" if own else neither
            raise PylabError(f"family {family.name}: {lacking}")
        kept = [scene, page, facts, *more] if seen is None else None
        for known, puzzle, answer, picture in _last if kept else ():
            if known == kept and puzzle is instance and answer is witness:
                return picture
        scenes = importlib.import_module("pylab.engines.scenes")  # which is above this package
        told = [*(facts or family.facts)(instance), *([fact("page")] if page else ()), *more]
        if isinstance(witness, Obstacles):
            told += [fact("relaxed", each.symbol) for each in witness.facts]
        elif witness is not None:
            told += family.encode(witness)
            traced = () if seen is not None else family.trace.predicates or ()
            asked = scenes.inputs(scene) & {*traced}
            if asked:
                replayed = family.trace.facts(instance, witness)
                seen = [each for each in replayed if each.signature in asked]
        told += seen or ()
        found: ScenePicture = scenes.scene([scene], told, name=family.listing.called, edits=False)
        found.facts = told
        if kept:
            _last[:] = [(kept, instance, witness, found)]
        return found

    def draw(self, instance: Any, witness: Any, seen: Sequence[Fact] | None = None) -> Drawing:
        drawing = self.pictured(instance, witness, seen).whole()
        if not isinstance(witness, Obstacles):
            return drawing
        from pylab.drawing.strip import explained

        return explained(drawing, witness.words)

    def picture(self, instance: Any, witness: Any) -> str:
        return f"{self.pictured(instance, witness).whole_text().rstrip()}\n"

    def script(self, instance: Any, witnesses: Sequence[Any]) -> Script:
        watching = importlib.import_module("pylab.folders.watching")  # which is above this package
        found: Script = watching.of_family(self.family, instance, witnesses)
        return found

    def last_frame(self, instance: Any, witness: Any) -> int:
        _refuse_none(witness)
        return self.pictured(instance, witness).last

    def frame(self, instance: Any, witness: Any, step: int) -> Drawing:
        _refuse_none(witness)
        picture = self.pictured(instance, witness)
        return picture.draw(picture.step(step))

    def last_stage(self, instance: Any, witness: Any) -> int:
        _refuse_none(witness)
        return len(self._stages(instance, witness)) - 1

    def stage(self, instance: Any, witness: Any, step: int) -> Drawing:
        last = self.last_stage(instance, witness)
        if not 0 <= step <= last:
            raise ValueError(f"expected a step from 0 to {last}, found {step}")
        return self.family.draw(self._stages(instance, witness)[step][1], None)

    def _stages(self, instance: Any, witness: Any) -> Sequence[tuple[str, Any]]:
        return self.family.stages(instance, witness) if self.family.stages is not None else ()

    def trace_facts(self, instance: Any, witness: Any) -> Sequence[Fact]:
        """The facts of each stage T, with T as a further argument: pos(R,X,Y,T) of pos(R,X,Y)."""
        return [
            fact(each.name, *each.arguments, step)
            for step, (_, stage) in enumerate(self._stages(instance, witness))
            for each in self.family.facts(stage)
        ]

    def _trace(self) -> Trace[Any, Any]:
        staged = self.family.vocabulary if self.family.stages is not None else ()
        return Trace(self.trace_facts, [Signature(s.name, s.arity + 1) for s in staged])

    def _explaining(self) -> Explaining[Any]:
        given = self.family.explaining
        return _filled(given, obstacles=self.obstacles if given.words else None)

    def _pictures(self) -> Pictures[Any]:
        given, staged = self.family.pictures, self.family.stages is not None
        framed = is_derived(given.draw)
        return _filled(
            given,
            draw=self.draw,
            text=self.picture,
            step=self.frame if framed else self.stage if staged else None,
            steps=self.last_frame if framed else self.last_stage if staged else None,
        )

    def read(self, source: Source) -> Any:
        """The instance of a text of facts; errors without a place get the place of its end."""
        facts = read_facts(source, self.family.vocabulary)
        try:
            return self.family.from_facts(facts)
        except InstanceError as error:
            error.place = error.place or source.place(len(source.text.rstrip()))
            raise

    def write(self, instance: Any) -> str:
        return write_facts(self.family.facts(instance))

    def adapt(self, instance: Any, /, **options: Any) -> Any:
        """The instance with other attributes; an option's default leaves it unchanged."""
        family, kept = self.family, {each.name: each.default for each in self.family.options}
        given = {name: value for name, value in options.items() if value != kept.get(name)}
        return family.from_facts(family.facts(replace(instance, **given))) if given else instance

    def decode(self, _instance: Any, task: Task, symbols: Sequence[clingo.Symbol]) -> Any:
        return self.family.witness_format.decode(task, symbols)

    def unsupported(self, instance: Any, task: Task) -> str:
        there = (each.name for each in self.family.facts(instance)) if task.needs else ()
        if not task.needs or task.needs in there:
            return ""
        optional = any(option.name == task.needs for option in self.family.options)
        hint = f"; say --{task.needs}" if optional else ""
        return f"{task.name} needs a fact {task.needs}, and there is none{hint}"

    def obstacles(self, _instance: Any, requirements: Sequence[Fact]) -> Obstacles:
        words_of = self.family.explaining.words
        words = [words_of.get(e.name, str(e.symbol)).format(*e.arguments) for e in requirements]
        return Obstacles(requirements, words)


def _filled(given: R, **members: Any) -> R:
    """A record with these members where the family gives none."""
    missing = {name: each for name, each in members.items() if is_derived(getattr(given, name))}
    return given._replace(**missing)


def _refuse_none(witness: Any) -> None:
    if witness is None:
        raise ValueError("expected an answer with steps, found none")
