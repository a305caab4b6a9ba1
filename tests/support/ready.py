"""The command in a process that need not import anything: it is forked from one that has it all.

`run` in `projects.py` asks here. A process of its own has its own memory, working directory,
environment, streams, exit code and signals, as one that is started by its name; all that differs
is when modules were imported, and the seed of hashes. As a program, it hands its own words and
streams on: `python ready.py WORDS` is the command for lines of shell. For that it imports nothing
but what is compiled into Python: all else would take longer than all that it has to do.
"""

from __future__ import annotations

import os
import sys

SOCKET = "PYLAB_TESTS_READY"
"""The variable that names the socket, for lines of shell."""


def ask(path, words, cwd, env, session, streams):
    """A connection on which the process tells its number and then how it ended, as `told` reads.

    `session`: it leads a session of its own.
    """
    import _socket
    import marshal

    connection = _socket.socket(_socket.AF_UNIX)
    connection.connect(path)
    asked = marshal.dumps([words, cwd, env, session])
    numbers = b"".join(stream.to_bytes(4, sys.byteorder) for stream in streams)
    handed = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, numbers)
    connection.sendmsg([len(asked).to_bytes(4, "big")], [handed])
    connection.sendall(asked)
    return connection


def told(connection):
    """The next line."""
    line = b""
    while not line.endswith(b"\n"):
        line += connection.recv(1) or b"\n"
    return line


def start():
    """The path of a socket at which commands can be asked for, while this process lives.

    The folder is taken away by name: an object that does so would in forked children, too, where
    Python 3.13 forgets what is registered.
    """
    import atexit
    import shutil
    import subprocess
    import tempfile
    from pathlib import Path

    folder = tempfile.mkdtemp(prefix="ready")
    path = str(Path(folder) / "socket")
    process = subprocess.Popen(
        [sys.executable, __file__, "--serve", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

    def end():
        process.stdin.close()
        process.stdout.close()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    assert process.stdout.readline() == b"ready\n"
    return path


def _serve(path):
    """Fork for each connection, until standard input ends; returns in the children alone."""
    import gc
    import selectors
    import socket

    _import_all()
    _try_one()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ)
    waiting.register(listener, selectors.EVENT_READ)
    os.write(1, b"ready\n")
    gc.collect()
    gc.freeze()
    while True:
        for key, _ in waiting.select():
            if key.fileobj == 0:
                os._exit(0)
            elif key.fileobj is listener:
                connection = listener.accept()[0]
                asked = _received(connection)
                process = os.fork()
                if process == 0:
                    return asked
                for stream in asked[1]:
                    os.close(stream)
                connection.sendall(b"%d\n" % process)
                waiting.register(
                    os.pidfd_open(process), selectors.EVENT_READ, (process, connection)
                )
            else:
                process, connection = key.data
                waiting.unregister(key.fd)
                os.close(key.fd)
                with connection:
                    _tell(connection, os.waitpid(process, 0)[1])


def _tell(connection, status):
    import contextlib

    with contextlib.suppress(OSError):  # whoever asked may have gone
        connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def _received(connection):
    import marshal
    import socket

    head, streams, _, _ = socket.recv_fds(connection, 4, 3)
    length, asked = int.from_bytes(head, "big"), b""
    while len(asked) < length:
        asked += connection.recv(length - len(asked))
    return marshal.loads(asked), streams


def _import_all():
    import importlib
    import pkgutil

    for name in ("cli", "engines", "bench", "analysis", "pages", "notebook"):
        package = importlib.import_module(f"pylab.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"pylab.{name}."):
            importlib.import_module(module.name)
    for module in pkgutil.iter_modules(importlib.import_module("pylab.families").__path__):
        importlib.import_module(f"pylab.families.{module.name}.family")
    for name in ("clingo", "pylab_asp"):
        importlib.import_module(name)


def _try_one():
    """What a process finds out once, of families and options, is found out before the fork."""
    import contextlib

    from pylab.cli import pylab

    with (
        open(os.devnull, "w") as nowhere,  # noqa: PTH123
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        pylab.main(["solve", "ravensburger/example-4x4.lp"], standalone_mode=False)


def _open(number):
    """A standard stream anew, as Python has it at its start."""
    import io

    name = ("stdin", "stdout", "stderr")[number]
    before = getattr(sys, name)
    raw = os.fdopen(number, "wb" if number else "rb", closefd=False)
    stream = io.TextIOWrapper(
        raw, before.encoding, before.errors, line_buffering=number == 2 or raw.isatty()
    )
    stream.mode = "w" if number else "r"
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def _lead():
    """Have a session of one's own, and the terminal that standard input is."""
    import fcntl
    import termios

    os.setsid()
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _look_again():
    """What was found on the path may be found elsewhere now: families, engines."""
    import importlib

    importlib.invalidate_caches()
    for name in (
        "pylab.engines",
        "pylab.base.native",
        "pylab.family.registry",
        "pylab.base.resources",
    ):
        for each in vars(sys.modules[name]).values():
            getattr(each, "cache_clear", int)()


def _become(asked):
    """This process is the command from here on."""
    import atexit
    import pathlib
    import random
    import runpy
    import threading

    (words, cwd, env, session), streams = asked
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        _open(number)
    os.closerange(3, max(64, *streams) + 1)
    for name in os.environ.keys() - env.keys():
        del os.environ[name]
    os.environ.update(env.items() - os.environ.items())
    os.chdir(cwd)
    if session:
        _lead()
    random.seed()
    sys.argv[:] = ["pylab", *words]
    sys.path[0] = cwd
    more = [path for path in env.get("PYTHONPATH", "").split(":") if path and path not in sys.path]
    sys.path[1:1] = more
    if more or any(path.suffix.endswith("-info") for path in pathlib.Path().iterdir()):
        _look_again()
    try:
        runpy.run_module("pylab_asp", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if threading.active_count() > 1 or not isinstance(end.code, int):
            raise
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)  # nothing is left to be done, and what was shared is not copied


def _hand_on(words):
    try:
        for stream in (0, 1, 2):
            os.fstat(stream)
    except OSError:  # a stream that is closed can't be handed on
        os.execv(sys.executable, [sys.executable, "-m", "pylab_asp", *words])
    connection = ask(
        os.environ[SOCKET], words, os.path.realpath("."), dict(os.environ), False, [0, 1, 2]
    )
    told(connection)
    code = int(told(connection))
    if code < 0:
        import signal

        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _become(_serve(sys.argv[2]))
    else:
        _hand_on(sys.argv[1:])
