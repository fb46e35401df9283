"""The engine of an exported page in Chromium, from a plain server of files: `bench` counts in a worker what it
counts everywhere, at no less than a third of the program's speed, and in every game a search without an end is
stopped, soon and without an end of its worker. Usage: wasm-test.py SITE EXPECTED PLYGLOT.
"""

import functools
import http.server
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import threading

from browser import Browser, check

SITE = pathlib.Path(sys.argv[1]).resolve()
EXPECTED = pathlib.Path(sys.argv[2]).resolve()
PLYGLOT = pathlib.Path(sys.argv[3]).resolve()
# A bench of a game, on a machine that is busy.
SCRIPT_S = 300
# A game is counted again until it has taken so long, but not for ever: a clock has ticks of ten milliseconds.
MEASURED_S = 0.5
TIMES_MAX = 12
RATIO_MIN = 1 / 3
# How soon a search ends, in the middle of these: the machine may be at something else now and then.
STOPS = 7
STOP_MS_MAX = 100
# A worker of the counts alone. What a page may load it loads from its own server.
COUNTING = """
import init, { bench } from "%s/assets/plyglot_wasm.js";
const ready = init();
onmessage = async ({ data }) => {
  try {
    await ready;
    postMessage({ nodes: bench(data) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
"""
# What a page says to its connection, and hears: one search of each game after the other.
STOPPING = """
const [origin, stops, done] = arguments;
const made = [];
window.Worker = class extends Worker { constructor(...all) { super(...all); made.push(this); } };
(async () => {
  const { Here } = await import(`${origin}/assets/here.js`);
  const here = new Here();
  let last = 0, waiting = [];
  here.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    for (const one of waiting.filter(({ id }) => id === message.re)) {
      if (message.type === one.type) one.told(message);
      else if (message.type === "refused") one.failed(new Error(message.what));
      else continue;
      waiting = waiting.filter(other => other !== one);
    }
  };
  here.onclose = ({ reason }) => done({ failed: reason });
  await new Promise(opened => { here.onopen = opened; });
  const say = message => here.send(JSON.stringify({ ...message, id: ++last }));
  const until = (id, type) => new Promise((told, failed) => waiting.push({ id, type, told, failed }));
  const ask = (message, type) => {
    say(message);
    return until(last, type);
  };
  const pause = ms => new Promise(over => setTimeout(over, ms));
  const { games } = await ask({ type: "hello", version: 1 }, "welcome");
  const found = {};
  for (const { name, variants } of games) {
    await ask({ type: "new", variant: variants[0].name }, "state");
    found[name] = [];
    for (let stop = 0; stop < stops; stop++) {
      const searching = ask({ type: "go", limits: { infinite: true }, lines: 3 }, "info");
      let begun = null;
      const answer = until(last, "bestmove").then(({ best }) => ({ best, ms: begun && performance.now() - begun }));
      // It has to be under way; a small game may be over by then, with all of it known.
      await Promise.race([searching, answer]);
      // Not always at the same place between two looks.
      await pause(150 + 37 * stop);
      begun = performance.now();
      say({ type: "stop" });
      found[name].push(await answer);
    }
  }
  return { found, workers: made.length };
})().then(done, error => done({ failed: error.stack }));
"""


def serve():
    """A server of files that knows nothing, and its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def ask(browser, script, *arguments):
    answer = browser.execute_async_script(script, *arguments)
    if "failed" in answer:
        raise SystemExit(answer["failed"])
    return answer


def processor_s(root):
    """Seconds of the processor that a process and those it has begun have used, which others take none of."""
    used, parents = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            used[int(entry.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_below(process):
        while process not in (root, 0):
            process = parents.get(process, 0)
        return process == root

    return sum(seconds for process, seconds in used.items() if is_below(process))


def of_program_s(*words):
    """The same of the program, in one thread."""
    times, begun = 0, resource.getrusage(resource.RUSAGE_CHILDREN)
    while True:
        subprocess.run([PLYGLOT, *words], check=True, stdout=subprocess.DEVNULL)
        times += 1
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = now.ru_utime + now.ru_stime - begun.ru_utime - begun.ru_stime
        if used >= MEASURED_S or times == TIMES_MAX:
            return used / times


def counts(browser, origin):
    """Nodes of `bench`, game by game, and how many a second beside the program that is under way, all being compiled."""
    browser.execute_script("""window.counting = new Worker(
        URL.createObjectURL(new Blob([arguments[0]], { type: "text/javascript" })), { type: "module" })""", COUNTING % origin)
    count = """const [game, done] = arguments;
        counting.onmessage = ({ data }) => done(data);
        counting.onerror = ({ message }) => done({ failed: message ?? "a worker cannot be started" });
        counting.postMessage(game)"""
    lines = [line.split("#")[0].split() for line in EXPECTED.read_text().splitlines()]
    total, start = [0, 0], of_program_s("--version")
    for game, nodes in [(game, int(nodes)) for game, nodes in filter(None, lines)]:
        check(ask(browser, count, game)["nodes"], nodes, f"nodes of {game} in Chromium")
        times, begun, used = 0, processor_s(browser.service.process.pid), 0
        while used < MEASURED_S and times < TIMES_MAX:
            check(ask(browser, count, game)["nodes"], nodes, f"nodes of {game} in Chromium, again")
            times += 1
            used = processor_s(browser.service.process.pid) - begun
        here, there = used / times, max(of_program_s("bench", game) - start, 1e-3)
        total = [total[0] + here, total[1] + there]
        print(f"{game} in Chromium: {nodes} nodes, {nodes / here:.0f} a second, {there / here:.2f} of the program's {nodes / there:.0f}", flush=True)
    browser.execute_script("counting.terminate()")
    ratio = total[1] / total[0]
    print(f"all in Chromium: {ratio:.2f} of the program's speed")
    if ratio < RATIO_MIN:
        raise SystemExit(f"the program is {1 / ratio:.1f} times as fast, expected at most 3")


def stops(browser, origin):
    """How long after its word a search ends, of every game."""
    answer = ask(browser, STOPPING, origin, STOPS)
    for game, each in answer["found"].items():
        if not all(one["best"] for one in each):
            raise SystemExit(f"{game}: a search that was stopped has no move")
        times = [one["ms"] for one in each if one["ms"] is not None]
        if not times:
            print(f"{game} knows all before it can be stopped", flush=True)
            continue
        middle = statistics.median(times)
        print(f"{game} is stopped within {middle:.0f} ms, at most {max(times):.0f}", flush=True)
        if middle >= STOP_MS_MAX:
            raise SystemExit(f"{game} is stopped within {middle:.0f} ms, expected less than {STOP_MS_MAX}")
    # The board and the thinker: none of them had to be begun anew.
    check(answer["workers"], 2, "workers of all searches")


def main():
    origin = serve()
    browser = Browser(800, 600)
    try:
        browser.set_script_timeout(SCRIPT_S)
        # A page without its own connection, at the same address.
        browser.get(f"{origin}/assets/style.css")
        print(json.dumps(browser.execute_script("return { browser: navigator.userAgent, isolated: crossOriginIsolated }")))
        counts(browser, origin)
        stops(browser, origin)
        # A file by itself has no picture for the tab.
        check([text for text in browser.complaints() if "favicon.ico" not in text], [], "complaints of the browser")
    finally:
        browser.quit()


main()
