"""Random instances of a folder: clingo with random signs and seed over its `generate.lp`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo

from pylab.base.errors import EncodingError, PylabError
from pylab.base.limits import aside
from pylab.base.listing import Parameter
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.program import Encoding
from pylab.folders import given, layout
from pylab.folders.given import Given
from pylab.text.facts import Fact, type_of

if TYPE_CHECKING:
    from pylab.folders.family import Rules

_RANDOM = ("--rand-freq=1", "--sign-def=rnd", "--warn=no-atom-undefined")


_AT_RANDOM = 300
"""Decisions are random up to this number of conflicts; then only their signs are."""


_TAKEN = ("family", "report", "seed")
"""What `pylab.generate` calls its own arguments."""


def parameters(path: Path) -> tuple[Parameter, ...]:
    """The `#const`s of a generator that have numbers, words or strings; none of a broken one."""
    try:
        constants = encodings.load(path, ascii_only=False).constants
    except PylabError:
        return ()
    found = []
    for name, value in sorted((n, v) for n, v in constants.items() if n not in _TAKEN):
        default: int | str = int(value) if value.lstrip("-").isdigit() else value
        found.append(Parameter(name, default, f"#const {name} of {path.name}"))
    return tuple(found)


def generate(rules: Rules, rng: random.Random, **values: Any) -> Given:
    """A random instance.

    Raises ValueError if the generator has none for these values, and EncodingError if it has a
    constant with the name of another argument of `pylab.generate`.
    """
    path = rules.generates
    if path is None:
        raise PylabError(f"{places.shown(rules.path)} has no {layout.GENERATOR} to generate with")
    program = encodings.load(path, ascii_only=False)
    for name in _TAKEN:
        if name in program.constants:
            told = f"expected another name than {name} for a constant: it is pylab's own"
            raise EncodingError(f"{places.shown(path)}: {told}")
    seed = rng.randrange(2**31)
    symbols = aside(lambda: _solved(program, seed, values))
    if symbols is None:
        told = ", ".join(f"{name}={value}" for name, value in values.items()) or "its constants"
        raise ValueError(f"{path.name} has no instance for {told}")
    atoms = (each for each in symbols if each.type is type_of.Function and each.name)
    return given.of_facts(Fact(each) for each in sorted(atoms))


def _solved(program: Encoding, seed: int, values: Any) -> list[clingo.Symbol] | None:
    control = encodings.grounded(program, (), values, [*_RANDOM, f"--seed={seed}"])
    found: list[clingo.Symbol] | None = None

    def take(model: clingo.Model) -> None:  # where something is minimised, the last is the best
        nonlocal found
        found = list(model.symbols(shown=True))

    configuration: Any = control.configuration
    solve, solver = configuration.solve, configuration.solver
    solve.models = 0 if program.optimising else 1
    solve.solve_limit = f"{_AT_RANDOM},umax"
    settled = control.solve(on_model=take).exhausted
    if not settled and (found is None or program.optimising):
        # a search at random may look for ever where there is nothing
        solve.solve_limit, solver[0].rand_freq = "umax,umax", 0
        control.solve(on_model=take)
    return found
