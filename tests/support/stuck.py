"""A memory that is filled to the last number, and a function too long to let the error out.

To raise an error further, Python up to 3.14 makes a number of the place in the function where it
is; numbers beyond 256 take memory, and where there is none it tries again for ever.
"""

_KEPT: list[int | None] = [None] * 2_000_000

_LONG = (
    """
def long(work):
    try:
        work()
    except KeyError:
"""
    + 300 * "        _ = 1\n"
)


def _numbers() -> None:
    for number in range(300, len(_KEPT)):
        _KEPT[number] = number


def fill() -> None:
    """Raises MemoryError, if whoever started this process sees to it."""
    names: dict[str, object] = {}
    exec(_LONG, names)
    long = names["long"]
    assert callable(long)
    try:
        long(_numbers)
    finally:
        _KEPT.clear()
