// The 75 numbers, and how a board is shown: on the board and on the caller's page.
const at = (id) => document.getElementById(id);

export function grid(made) {
  at("board").replaceChildren(...[..."BINGO"].map((letter, row) => {
    const line = document.createElement("tr"), head = document.createElement("th");
    head.textContent = letter;
    head.scope = "row";
    line.append(head, ...Array.from({ length: 15 }, (_, place) => {
      const cell = document.createElement("td"), ball = row * 15 + place + 1;
      cell.id = `ball-${ball}`;
      cell.append(made ? made(ball) : String(ball));
      return cell;
    }));
    return line;
  }));
}

export function show(board) {
  at("game").textContent = board.game ? `${board.evening}: game ${board.number}, ${board.game}` : "No evening is open";
  document.querySelectorAll("#board td").forEach((cell) => { cell.className = ""; });
  board.balls.forEach((ball, place) => {
    const kind = place < board.pre_drawn ? "pre" : "called";
    at(`ball-${ball}`).className = place === board.balls.length - 1 ? "newest" : kind;
  });
  at("last").textContent = board.last || "–";
  at("calls").textContent = board.calls ?? 0;
  at("left").textContent = board.game ? board.calls_left : "–";
  at("held").hidden = !board.is_held;
}
