"""A headless Chromium with one window, for tests of pages: what page-test.py and web-test.py ask of it."""

import contextlib
import shutil

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# Keys that are no letters.
KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Left": Keys.ARROW_LEFT, "Up": Keys.ARROW_UP,
        "Right": Keys.ARROW_RIGHT, "Down": Keys.ARROW_DOWN, "Home": Keys.HOME, "End": Keys.END,
        "Backspace": Keys.BACKSPACE}
ANSWER_S = 20


class Browser(webdriver.Chrome):
    """What the checks ask of a browser."""

    def __init__(self, width, height):
        options = webdriver.ChromeOptions()
        # Debian packs Chromium without windows of its own apart: the same pages for half the work.
        shell = shutil.which("chromium-headless-shell")
        options.binary_location = shell or shutil.which("chromium")
        # A container's user is often root, and its /dev/shm small.
        for argument in ("--headless" if shell else "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", f"--window-size={width},{height}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        super().__init__(options, webdriver.ChromeService(shutil.which("chromedriver")))

    def quit(self):
        """Ends the browser itself: Debian's shell is begun by a script, which is all that chromedriver would end."""
        with contextlib.suppress(WebDriverException):
            self.execute_cdp_cmd("Browser.close", {})
        super().quit()

    def click(self, selector, nth=0):
        """Clicks what a selector finds, the first or another; where the page draws it anew in that moment, what
        it is then."""
        def clicked(_):
            if nth == 0:
                self.find_element(By.CSS_SELECTOR, selector).click()
            else:
                self.find_elements(By.CSS_SELECTOR, selector)[nth].click()
            return True

        WebDriverWait(self, ANSWER_S, 0.01, [StaleElementReferenceException]).until(clicked, selector)

    def wait(self, script, *arguments):
        """Until a script returns something true; where it does not, says what the page says."""
        try:
            WebDriverWait(self, ANSWER_S, 0.01).until(lambda _: self.execute_script(script, *arguments), script)
        except TimeoutException:
            said = self.execute_script("return [...document.querySelectorAll('[role=status], [aria-live]')].map(one => one.innerText)")
            raise SystemExit(f"not within {ANSWER_S} s: {script}; the page says {said}") from None

    def text(self, selector):
        """The text of the first element, as the page shows it."""
        return self.execute_script("return document.querySelector(arguments[0]).innerText", selector)

    def press(self, *keys):
        """Keys as a person presses them, one after the other, where the focus is."""
        actions = ActionChains(self, duration=0)
        for key in keys:
            actions.send_keys(KEYS.get(key, key))
        actions.perform()

    def prefer(self, scheme, motion="no-preference"):
        """Light or dark, and whether things move, as the system of the reader would say."""
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def complaints(self):
        """What the browser had to complain of since it was asked last."""
        return [entry["message"] for entry in self.get_log("browser")]


def check(found, expected, what):
    if found != expected:
        raise SystemExit(f"{what}: found {found!r}, expected {expected!r}")
