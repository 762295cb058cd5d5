// A ball is pressed where it stands on the board; each act has a number, and is asked again until
// it is answered, so that no ball is called twice.
import { grid, show } from "/static/grid.js";

const at = (id) => document.getElementById(id);
const ACTS = [
  ["heads", "Players are present…"], ["close", "Close the sales"],
  ["start", "Begin: nobody holds a winner on the pre-drawn numbers"], ["complete", "The game is over"],
];
let isBusy = false;

async function act(name, value = 0) {
  if (isBusy) return;
  isBusy = true;
  document.body.classList.add("busy");
  const body = JSON.stringify({ number: crypto.randomUUID(), act: name, value });
  for (;;) {
    try {
      const reply = await fetch("/api/v1/caller", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      said(await reply.json());
      break;
    } catch {
      at("since").textContent = "NOT HEARD YET: the hall's computer does not answer";
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  at("since").textContent = "";
  document.body.classList.remove("busy");
  isBusy = false;
}

function said(answer) {
  document.body.dataset.tone = answer.tone ?? "refused";
  at("answer").replaceChildren(...(answer.lines ?? ["That was not taken."]).map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  }));
  if (answer.board) show(answer.board);
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", () => { made.blur(); press(); });
  return made;
}

grid((ball) => button(String(ball), () => act("ball", ball)));
at("acts").replaceChildren(...ACTS.map(([name, text]) => button(text, () => {
  if (name !== "heads") return act(name);
  const count = Number(prompt("How many players are present?"));
  return Number.isInteger(count) && count > 0 ? act(name, count) : undefined;
})));
async function look() {
  if (isBusy) return;
  try {
    const reply = await fetch("/api/v1/board");
    if (reply.ok) show(await reply.json());
  } catch { /* an act says so */ }
}
look();
setInterval(look, 1000);
