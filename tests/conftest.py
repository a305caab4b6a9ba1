"""What holds for every test."""

import gc
import os
import shutil
import signal
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # a busy machine is no mistake of a program
settings.register_profile("quick", deadline=None, max_examples=30)


def pytest_addoption(parser):
    parser.addoption("--cpu", metavar="FILE", help="append each test's processor time to it")


def pytest_configure(config):
    if config.getoption("cpu"):
        from cpu import Meter

        config.pluginmanager.register(Meter(config.getoption("cpu")))
    quick = "not slow" in config.getoption("markexpr")
    os.environ["PYLAB_TESTS_QUICK"] = str(int(quick))  # before `projects` is imported
    settings.load_profile("quick" if quick else "untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What Hypothesis draws few examples of every time is a slow test, too, with all of them."""
    pipes = "ignore:unclosed file <_io.FileIO name=[0-9]+:ResourceWarning"
    for item in items:
        if item.get_closest_marker("browser"):  # Playwright leaves a pipe of its driver open
            item.add_marker(pytest.mark.filterwarnings(pipes))
    for item in items if os.environ["PYLAB_TESTS_QUICK"] == "0" else ():
        if getattr(item.function, "is_hypothesis_test", False):
            item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(name, obj):
    """Thousands of slow cases that nobody asked for are not even listed."""
    if name.startswith("test") and os.environ["PYLAB_TESTS_QUICK"] == "1":
        marks = getattr(obj, "pytestmark", [])
        if any(mark.name == "slow" for mark in marks):
            return []
    return None


def pytest_collection_finish():
    """What is there when the tests begin stays: it need not be looked through for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # as the command has it


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as what a shell starts behind `&` has it
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # `nohup` ignores it, and so would all that the tests start
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each command that is started would compile all
sys.dont_write_bytecode = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """All tests of a file in the same process: what they share is made once."""
    if config.getoption("dist") == "load":
        from xdist.scheduler import LoadFileScheduling

        return LoadFileScheduling(config, log)
    return None


def pytest_runtest_setup() -> None:
    """Hypothesis stops listening to the collector of garbage.

    It measures the time that a collection takes, for its deadlines. An exception that a signal
    raises while it does (Ctrl-C, a time limit) is lost there, as Python has it, and told as a
    warning: the tests of signals would fail once in a thousand runs.
    """
    gc.callbacks[:] = [
        listener for listener in gc.callbacks if "hypothesis" not in str(listener.__module__)
    ]


FOLDERS = {Path(__file__).resolve().parents[1], Path.cwd()}
"""Where a test that writes a file without naming a folder leaves it."""


def _files():
    found = ((folder, name) for folder in FOLDERS for name in os.listdir(folder))  # noqa: PTH208
    return {each for each in found if not each[1].startswith((".", "__pycache__"))}


def _changed():
    """When an entry of one of the folders last came or went, which is faster than a listing."""
    return [folder.stat().st_mtime_ns for folder in FOLDERS]


_seen = _changed(), _files()


@pytest.fixture(autouse=True)
def _nothing_left_behind():
    """A test that leaves a file in the project's root fails."""
    global _seen
    yield
    if (now := _changed()) != _seen[0]:
        before, _seen = _seen[1], (now, _files())
        left = sorted(_seen[1] - before)
        assert not left, f"left behind, or by a test at the same time: {left}"


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no Chromium here")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()
    opened = playwright = None
    with warnings.catch_warnings():  # Playwright leaves a pipe of its driver open
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """A Firefox without a window."""
    from firefox import Firefox, installed

    program = installed()
    if program is None:
        pytest.skip("there is no Firefox here")
    browser = Firefox(program, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()
