"""Runs the JavaScript of pages and labs in Node, which is started once."""

from __future__ import annotations

import atexit
import functools
import json
import select
import shutil
import subprocess
from pathlib import Path
from typing import Any

from pylab.testing.subject import must

NODE = shutil.which("node")
_SECONDS = 300


def told(harness: Path, given: Any, otherwise: str) -> Any:
    """The answer of a harness, a script that reads JSON and writes JSON, once.

    Skips the test without Node. Raises Unmet, beginning with `otherwise`, if the harness fails.
    """
    if NODE is None:
        import pytest

        pytest.skip("there is no node here to run scripts")
    told = _asked(json.dumps({"harness": harness.read_text("utf-8"), "given": json.dumps(given)}))
    must("answer" in told, f"{otherwise}: {told.get('error', '')[-2000:]}")
    return json.loads(told["answer"])


def _asked(line: str) -> dict[str, Any]:
    """Node's answer to a line; ends Node if it takes too long or died."""
    node = _started()
    assert node.stdin
    assert node.stdout
    try:
        node.stdin.write(line + "\n")
        node.stdin.flush()
        ready, _, _ = select.select([node.stdout], [], [], _SECONDS)
        answer = node.stdout.readline() if ready else ""
    except BrokenPipeError:
        answer = ""
    if answer:
        found: dict[str, Any] = json.loads(answer)
        return found
    _end(node)
    _started.cache_clear()
    return {"error": "it has no answer"}


@functools.cache
def _started() -> subprocess.Popen[str]:
    """Start Node, which waits for lines, and ends with this process."""
    assert NODE is not None
    script = Path(__file__).with_name("node.js").read_text("utf-8")
    pipe = subprocess.PIPE
    node = subprocess.Popen([NODE, "-e", script], stdin=pipe, stdout=pipe, encoding="utf-8")
    atexit.register(_end, node)
    return node


def _end(node: subprocess.Popen[str]) -> None:
    node.kill()
    node.communicate()
