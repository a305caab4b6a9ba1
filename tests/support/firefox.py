"""Firefox without a window, driven by Marionette, the protocol that it listens to by itself.

Nothing but the browser is needed for it, neither a driver nor a package.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time

SECONDS = 60


class Firefox:
    """A Firefox with a profile of its own in a folder."""

    def __init__(self, program, folder):
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        options = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
        self.process = subprocess.Popen(
            [program, *options, "--profile", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(folder)},
        )
        self.asked, self.socket = 0, None
        try:
            self.socket = self._connected(port)
            self.answers = self.socket.makefile("rb")
            self._read()
            session = self.call("WebDriver:NewSession", capabilities={})
            self.version = session["capabilities"]["browserVersion"]
        except BaseException:
            self.close()
            raise

    def _connected(self, port):
        until = time.monotonic() + SECONDS
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), SECONDS)
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def _read(self):
        size = b""
        while (digit := self.answers.read(1)) != b":":
            assert digit, "Firefox has gone"
            size += digit
        return json.loads(self.answers.read(int(size)))

    def call(self, command, **parameters):
        """One of Marionette's commands, `WebDriver:Navigate` for instance, and its result."""
        self.asked += 1
        message = json.dumps([0, self.asked, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def go(self, file):
        self.call("WebDriver:Navigate", url=file.as_uri())

    def run(self, script, *words):
        """What a script in the page returns."""
        return self.call("WebDriver:ExecuteScript", script=script, args=words)["value"]

    def until(self, condition):
        """Wait until the page has a body and an expression is true in it; return its value."""
        end = time.monotonic() + SECONDS
        while not (found := self.run(f"return document.body && ({condition})")):
            assert time.monotonic() < end, f"{condition} does not come true"
            time.sleep(0.05)
        return found

    def enter(self, frame):
        """Go on in a frame of the page, until `leave`."""
        found = self.call("WebDriver:FindElement", using="css selector", value=frame)["value"]
        self.call("WebDriver:SwitchToFrame", element=next(iter(found.values())))

    def leave(self):
        self.call("WebDriver:SwitchToFrame")

    def middle(self, selector):
        """Where an element is seen."""
        return self.run(
            "const { x, y, width, height } = "
            "document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [x + width / 2, y + height / 2]",
            selector,
        )

    def drag(self, start, end):
        """Press the pointer's button at one place of the frame, and let it go at another one."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 100}
            for x, y in (start, end)
        ]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, moves[1]]
        actions.append({"type": "pointerUp", "button": 0})
        pointer = {"type": "pointer", "id": "mouse", "actions": actions}
        self.call("WebDriver:PerformActions", actions=[pointer])

    def click(self, x, y):
        """Press the pointer's button at one place of the frame."""
        self.drag((x, y), (x, y))

    def complaints(self):
        """Errors that Firefox noted since it was asked last, and what pages told the console."""
        self.call("Marionette:SetContext", value="chrome")
        errors = self.run(_ERRORS)
        self.call("Marionette:SetContext", value="content")
        told = self.call("WebDriver:ExecuteScript", script=_TOLD, args=(), sandbox="system")
        return [*errors, *told["value"]]

    def close(self):
        if self.socket is not None:
            self.answers.close()
            self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def installed():
    """The program's path; None if there is no Firefox."""
    return shutil.which("firefox") or shutil.which("firefox-esr")


_ERRORS = """
const isError = (each) => {
  try {
    each.QueryInterface(Ci.nsIScriptError);
  } catch {
    return false;
  }
  const isWarning = each.flags & Ci.nsIScriptError.warningFlag;
  return !isWarning && !/^(chrome|resource):/.test(each.sourceName);
};
const found = Services.console.getMessageArray().filter(isError).map(String);
Services.console.reset();
return found;
"""
_TOLD = """
const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
const found = storage.getEvents().filter((each) => !/^(chrome|resource):/.test(each.filename));
storage.clearEvents();
return found.map((each) => [each.level, ...[...each.arguments].map(String)].join(" "));
"""
