"""On whose word a claim stands: the one notion of it, for all that print answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Proof:
    """Why to believe what is said beyond the witnesses, which are checked one by one.

    Attributes:
        claim: `none`: there is no answer; `at_least`: none costs less; `optimal`: none is better;
            `least`: none with as many steps is better; `complete`: there are no others.
        by: whose claim it is; of a certificate, who checked it.
        words: the same for people, as it stands in brackets behind the claim.
        certified: whether there is a certificate, or another proof, that a checker accepted.
        trusted: what has to be believed beside that checker; empty if nothing.
    """

    claim: str
    by: str
    words: str
    certified: bool = False
    trusted: str = ""

    def data(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def certificate(claim: str, family: str, build: str = "") -> Proof:
    """A certificate of a family's own, which its checker accepted; `build` if it has several."""
    checker = f"{family}'s checker" + (f" in {build}" if build else "")
    return Proof(claim, checker, "certificate checked", certified=True)
