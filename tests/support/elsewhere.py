"""A Python as it is on other systems: `python elsewhere.py windows` takes away what Windows lacks.

Modules, and names in `os` and `signal`, are gone before anything of pylab is imported; with `bare`
instead, clingo is what can't be imported. Standard input has, as JSON, lists of the words of
commands and, as texts, names of modules; what each of them says is printed, as JSON.
"""

import importlib
import json
import multiprocessing.context
import os
import signal
import sys

MODULES = {
    "windows": ("resource", "fcntl", "termios", "tty", "pty", "grp", "pwd", "syslog"),
    "bare": ("clingo", "clingodl", "clingcon"),
}
_OF_OS = """
    fork forkpty wait wait3 wait4 waitid setpgid setsid killpg getpgid getpgrp getuid geteuid getgid
    sched_getaffinity pidfd_open fchmod pread pwrite O_NONBLOCK O_CLOEXEC WNOHANG WEXITED WNOWAIT
    P_PID mkfifo set_blocking register_at_fork
"""
_OF_SIGNAL = """
    SIGALRM SIGHUP SIGKILL SIGPIPE SIGBUS SIGXCPU SIGCHLD SIGQUIT SIGUSR1 setitimer alarm
    ITIMER_REAL pthread_sigmask pthread_kill sigwait SIG_BLOCK SIG_UNBLOCK
"""
NAMES = {os: _OF_OS.split(), signal: _OF_SIGNAL.split()}


def become(system):
    """From here on this is such a Python."""
    sys.modules.update(dict.fromkeys(MODULES[system]))  # as Python has it, None is none
    if system != "windows":
        return
    for name in ("subprocess", "tempfile", "threading"):
        importlib.import_module(name)  # they look once for what they need themselves
    for module, names in NAMES.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in ("fork", "forkserver"):
        multiprocessing.context._concrete_contexts.pop(name, None)


def told(asked):
    """What a command prints and raises, or what the import of a module raises."""
    if isinstance(asked, str):
        try:
            importlib.import_module(asked)
        except ImportError as error:
            return str(error)
        return ""
    from click.testing import CliRunner

    from pylab.cli import pylab

    *words, stdin = asked
    done = CliRunner().invoke(pylab, words, input=stdin)
    return done.output + (f"{done.exception!r}" if done.exception else "")


if __name__ == "__main__":
    become(sys.argv[1])
    sys.path.pop(0)
    sys.stdout.write(json.dumps([told(each) for each in json.load(sys.stdin)]))
