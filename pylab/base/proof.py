"""Who vouches for a claim about an answer; used by everything that prints answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """The evidence for a claim beyond the witnesses; each witness is checked on its own.

    Attributes:
        claim: `none`: there is no answer; `at_least`: none costs less; `optimal`: none is better;
            `least`: none with as many steps is better; `complete`: there are no others;
            `consequences`: no other atoms are in some, or in every, answer.
        by: who checked its certificate; without one, the engine whose claim it is.
        words: the same for people, printed in brackets after the claim.
        certified: whether there is a certificate, or another proof, that a checker accepted.
        trusted: what must be trusted beside that checker; empty if nothing.
    """

    claim: str
    by: str
    words: str
    certified: bool = False
    trusted: str = ""


def certificate(claim: str, family: str, build: str = "") -> Proof:
    """The proof by a family's certificate that its checker accepted, in its `build` if named."""
    checker = f"{family}'s checker" + (f" in {build}" if build else "")
    return Proof(claim, checker, "certificate checked", certified=True)
