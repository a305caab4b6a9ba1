"""Whether a family meets the requirements on its options: `python options_trial.py FAMILY`.

Run in a process of its own on a copy of the project.
"""

from __future__ import annotations

import sys

from pylab.family import registry
from pylab.testing import Subject, family_testkit, options, requirements


def main(name):
    subject = Subject(registry.get(name), family_testkit(registry.get(name)), 2)
    for demanded in requirements():
        if vars(options).get(demanded.name) is demanded and demanded.applies(subject):
            demanded.check(subject)


if __name__ == "__main__":
    main(sys.argv[1])
