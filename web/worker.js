// The engine of a page without a server: a worker that hears messages and says what they are answered by. While it
// thinks nothing reaches it; it goes on as long as an address that came with the message can be read.
import init, { hear, open } from "./plyglot_wasm.js";

let goesOn = null;

function isToStop() {
  if (goesOn === null) return false;
  const look = new XMLHttpRequest();
  try {
    look.open("GET", goesOn, false);
    look.send();
    return false;
  } catch {
    return true;
  }
}

async function start(module, game) {
  await init({ module_or_path: module });
  open(text => postMessage({ text }), isToStop, game);
}

let ready = null;
onmessage = ({ data }) => {
  const failed = error => postMessage({ failed: error.message ?? String(error) });
  if (data.start) ready = start(data.start, data.game);
  else {
    ready = ready.then(() => {
      goesOn = data.goesOn ?? null;
      hear(data.text);
    });
  }
  ready.catch(failed);
};
