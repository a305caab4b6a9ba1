"""Builds the searches in C++ into a shared library: hatchling's hook, and `python native/build.py`.

A wheel has the library, and is for this platform, if a C++ compiler can build it. Else
it is for all platforms, and its `build.json` says why. PYLAB_NATIVE=0 leaves the library out; with
PYLAB_NATIVE=1 a build without it fails. CXX names the compiler; CXXFLAGS, CPPFLAGS, LDFLAGS and
ARCHFLAGS are passed on to it. Run as a program, and for `pip install -e`, it builds into
native/build.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging import tags

SOURCES = Path(__file__).resolve().parent / "src"
IN_PLACE = SOURCES.parent / "build"
WINDOWS, MACOS = sys.platform == "win32", sys.platform == "darwin"
LIBRARY = "searches.dll" if WINDOWS else "searches.so"
SECONDS = 900


class Failure(Exception):
    """Why there is no library, in one line; and what the compiler has printed."""

    def __init__(self, why: str, printed: str = "") -> None:
        super().__init__(why)
        self.printed = printed


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the library into a wheel, or beside its sources if the wheel is editable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._made = Path(tempfile.mkdtemp())
        try:
            made = {LIBRARY: build(self._made)}
            check(self._made / LIBRARY)
            note = {"compiler": made[LIBRARY], "why": ""}
        except Failure as failure:
            if os.environ.get("PYLAB_NATIVE") == "1":
                raise SystemExit(f"{failure}\n{failure.printed}") from None
            self.app.display_info(f"no searches in C++: {failure}\n{failure.printed}")
            made, note = {}, {"compiler": "", "why": str(failure)}
        if version == "editable":
            put(self._made, note)
            return
        (self._made / "build.json").write_text(json.dumps(note), encoding="utf-8")
        for name in (*made, "build.json"):
            build_data["force_include"][str(self._made / name)] = f"pylab/native/{name}"
        if made:
            build_data["pure_python"], build_data["tag"] = False, f"py3-none-{platform_tag()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._made)


def put(made: Path, note: dict[str, str]) -> None:
    """Move what was made to where a checkout is searched for it."""
    IN_PLACE.mkdir(exist_ok=True)
    (IN_PLACE / LIBRARY).unlink(missing_ok=True)
    if (made / LIBRARY).exists():
        shutil.move(made / LIBRARY, IN_PLACE / LIBRARY)
    (IN_PLACE / "build.json").write_text(json.dumps(note), encoding="utf-8")


def build(folder: Path) -> str:
    """Build the library in a folder; which compiler has done it. Raises Failure."""
    if os.environ.get("PYLAB_NATIVE") == "0":
        raise Failure("pylab was installed with PYLAB_NATIVE=0")
    failures = []
    for compiler in compilers():
        try:
            return compiled(compiler, folder)
        except Failure as failure:
            failures.append(failure)
    if not failures:
        raise Failure("no C++ compiler was found when pylab was installed")
    raise failures[0]


def compilers() -> Iterator[list[str]]:
    """The commands that may be C++ compilers: $CXX alone if it is set, else what is on the path."""
    if named := os.environ.get("CXX"):
        yield shlex.split(named, posix=not WINDOWS)
        return
    known: set[str] = set()
    for name in ("c++", "g++", "clang++", *(["cl"] if WINDOWS else [])):
        found = shutil.which(name)
        if found and os.path.realpath(found) not in known:
            known.add(os.path.realpath(found))
            yield [found]


def compiled(compiler: Sequence[str], folder: Path) -> str:
    """As `build`, by this compiler: its name and version."""
    files = sorted(SOURCES.rglob("*.cpp"))
    own = shlex.split(os.environ.get("CPPFLAGS", "")) + shlex.split(os.environ.get("CXXFLAGS", ""))
    linking = shlex.split(os.environ.get("LDFLAGS", ""))
    if Path(compiler[0]).stem.lower() in ("cl", "clang-cl"):
        words = ["/nologo", "/std:c++20", "/O2", "/EHsc", "/LD", "/MP", *own]
        run([*compiler, *words, *map(str, files), f"/Fe:{folder / LIBRARY}", *linking], folder)
        return "MSVC"
    words = ["-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread", *machine(), *own]
    objects = [folder / f"{number}.o" for number in range(len(files))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        steps = [
            pool.submit(run, [*compiler, *words, "-c", str(file), "-o", str(made)], folder)
            for file, made in zip(files, objects, strict=True)
        ]
        for step in steps:
            step.result()
    static = ["-static"] if WINDOWS else []
    joined = ["-shared", "-pthread", *machine(), *static, "-o", str(folder / LIBRARY)]
    run([*compiler, *own, *map(str, objects), *joined, *linking], folder)
    return run([*compiler, "--version"], folder).partition("\n")[0].strip()


def machine() -> list[str]:
    """On macOS: for which processors, and from which version of the system on."""
    if not MACOS:
        return []
    archs = shlex.split(os.environ.get("ARCHFLAGS", "")) or ["-arch", platform.machine()]
    return [*archs, f"-mmacosx-version-min={oldest_macos()}"]


def oldest_macos() -> str:
    return os.environ.get("MACOSX_DEPLOYMENT_TARGET") or "11.0"


def platform_tag() -> str:
    """The last part of the wheel's tag."""
    if not MACOS:
        portable = ("manylinux", "musllinux")  # only auditwheel knows which of these it deserves
        return next(each for each in tags.platform_tags() if not each.startswith(portable))
    archs = machine()[1:-1:2]
    major, _, minor = oldest_macos().partition(".")
    return f"macosx_{major}_{minor or 0}_{'universal2' if len(archs) > 1 else archs[0]}"


def run(words: Sequence[str], folder: Path) -> str:
    """What a command prints. Raises Failure."""
    name = Path(words[0]).name
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS
        )
    except OSError as error:
        raise Failure(f"{name} can't be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{name} took more than {SECONDS} s") from None
    if done.returncode:
        printed = (done.stderr + done.stdout).replace(f"{SOURCES}{os.sep}", "")
        lines = [line.strip() for line in printed.splitlines() if line.strip()]
        told = [line for line in lines if "error" in line] or lines or [f"exit {done.returncode}"]
        raise Failure(f"{name} failed: {told[0][:200]}", printed)
    return done.stdout


def check(library: Path) -> None:
    """Load it as pylab does, in a process of its own. Raises Failure."""
    program = "import ctypes, sys; ctypes.CDLL(sys.argv[1]).pylab_error"
    done = subprocess.run(
        [sys.executable, "-c", program, str(library)], capture_output=True, text=True
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
        raise Failure(f"the library can't be loaded: {lines[-1][:200]}", done.stderr)


def main() -> int:
    """Build in place, or in the folder that is named."""
    with tempfile.TemporaryDirectory() as made:
        try:
            compiler = build(Path(made))
        except Failure as failure:
            print(failure, failure.printed, sep="\n", file=sys.stderr)
            return 1
        if sys.argv[1:]:
            shutil.move(Path(made) / LIBRARY, Path(sys.argv[1]) / LIBRARY)
        else:
            put(Path(made), {"compiler": compiler, "why": ""})
    return 0


if __name__ == "__main__":
    sys.exit(main())
