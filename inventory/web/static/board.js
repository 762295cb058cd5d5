// Asks once a second; a connection that streams would take one of the six a browser has for the till.
const at = (id) => document.getElementById(id);
const LETTERS = "BINGO";
const SILENT_MS = 3500;
let etag = "", heardAt = Date.now();

function grid() {
  at("board").replaceChildren(...[...LETTERS].map((letter, row) => {
    const line = document.createElement("tr"), head = document.createElement("th");
    head.textContent = letter;
    head.scope = "row";
    line.append(head, ...Array.from({ length: 15 }, (_, place) => {
      const cell = document.createElement("td");
      cell.id = `ball-${row * 15 + place + 1}`;
      cell.textContent = row * 15 + place + 1;
      return cell;
    }));
    return line;
  }));
}
function show(board) {
  at("game").textContent = board.game ? `${board.evening}: game ${board.number}, ${board.game}` : "No evening is open";
  document.querySelectorAll("td").forEach((cell) => { cell.className = ""; });
  board.balls.forEach((ball, place) => {
    const cell = at(`ball-${ball}`);
    cell.className = place < board.pre_drawn ? "pre" : "called";
    if (place === board.balls.length - 1) cell.className = "newest";
  });
  at("last").textContent = board.last || "–";
  at("calls").textContent = board.calls ?? 0;
  at("left").textContent = board.game ? board.calls_left : "–";
  at("held").hidden = !board.is_held;
}
async function look() {
  try {
    const reply = await fetch("/api/v1/board", { headers: etag ? { "If-None-Match": etag } : {} });
    if (reply.status === 200) {
      etag = reply.headers.get("ETag") ?? "";
      show(await reply.json());
    }
    if (reply.ok || reply.status === 304) heardAt = Date.now();
  } catch { /* the line below says since when */ }
  const silent = Date.now() - heardAt > SILENT_MS;
  at("since").textContent = silent ? `No news since ${new Date(heardAt).toLocaleTimeString()}` : "";
}
grid();
look();
setInterval(look, 1000);
