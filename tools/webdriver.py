"""A browser driven through the WebDriver protocol (W3C Recommendation), by the standard library alone.

Only what tools/page-test.py asks for: Debian's chromedriver is started on a port of its own choice, and
every command is one HTTP request with JSON in it.
"""

import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

# How the protocol names an element in JSON (section 12.1 of the Recommendation).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Keys that are no letters (section 17.4.2).
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "Home": "\ue011", "Backspace": "\ue003"}
ANSWER_S = 60


class Browser:
    """A headless Chromium with one window."""

    def __init__(self, width, height):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if port := re.search(r"started successfully on port (\d+)", line):
                break
        else:
            raise RuntimeError("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port[1]}/session"
        # A container's user is often root, and its /dev/shm small.
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", f"--window-size={width},{height}"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments},
                  "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = ""
        self.session = "/" + self.ask("POST", "", capabilities={"alwaysMatch": wanted})["sessionId"]

    def ask(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + self.session + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            said = json.load(error)["value"]
            raise RuntimeError(f"{method} {path}: {said['error']}: {said['message']}") from None

    def close(self):
        try:
            if self.session:
                self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def open(self, address):
        self.ask("POST", "/url", url=address)

    def run(self, script, *arguments):
        """What a script returns."""
        return self.ask("POST", "/execute/sync", script=script, args=list(arguments))

    def click(self, selector):
        found = self.ask("POST", "/element", using="css selector", value=selector)[ELEMENT]
        self.ask("POST", f"/element/{found}/click")

    def wait(self, script):
        """Until a script returns something true."""
        end = time.monotonic() + ANSWER_S
        while not self.run(script):
            if time.monotonic() > end:
                raise RuntimeError(f"waited {ANSWER_S} s in vain for: {script}")
            time.sleep(0.01)

    def text(self, selector):
        """The text of the first element, as the page shows it."""
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def press(self, *keys):
        """Keys as a person presses them, one after the other, where the focus is."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.ask("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def resize(self, width, height):
        self.ask("POST", "/window/rect", width=width, height=height)

    def prefer(self, scheme):
        """Light or dark, as the system of the reader would say."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("POST", "/goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params={"features": features})

    def complaints(self):
        """What the browser had to complain of since it was asked last."""
        return [entry["message"] for entry in self.ask("POST", "/se/log", type="browser")]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))
