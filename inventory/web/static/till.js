import { Keys } from "/static/keys.js";

const TILL = decodeURIComponent(location.pathname.split("/")[2]);
const API = `/api/v1/tills/${encodeURIComponent(TILL)}`;
const GAP_MS = 50;
const PLACES = { selling: "SELL", claims: "CLAIMS", "put back": "PUT BACK", "no occasion": "NO EVENING IS OPEN" };
const WAITING = `hall-waiting-${TILL}`; // acts without an answer survive a reload
const at = (id) => document.getElementById(id);
let state = null, digits = "", paidCents = 0, isBlocked = false, missed = 0, isCovered = true, asking = null;
let isMuted = localStorage.getItem("hall-muted") === "yes", sound = null, isSending = false;
let waiting = JSON.parse(sessionStorage.getItem(WAITING) ?? "[]");

// -- acts: one at a time, each asked again with its own number until it is answered ---------------
function act(path, body) {
  waiting.push({ path, body: { number: crypto.randomUUID(), ...body } });
  keep();
  send();
}
function keep() { sessionStorage.setItem(WAITING, JSON.stringify(waiting)); }

async function send() {
  if (isSending) return;
  isSending = true;
  while (waiting.length) {
    const next = waiting[0];
    try {
      const reply = await fetch(API + next.path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(next.body),
      });
      const said = await reply.json();
      if (reply.status >= 500 && !said.lines) throw new Error("no answer");
      waiting.shift();
      keep();
      heard(said.lines ? said : { ...state, lines: ["The hall's computer did not take that."], tone: "refused" });
    } catch {
      lines(["NOT HEARD YET: the hall's computer does not answer. Nothing more is taken until it does."], "stop");
      play("refused");
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  isSending = false;
}

function heard(said) {
  state = { ...state, ...said };
  isBlocked = ["refused", "not-valid", "stop"].includes(said.tone);
  if (said.tone === "sold") paidCents = 0;
  play(said.tone);
  show();
}

// -- what is shown ------------------------------------------------------------------------------
const dollars = (cents) => `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

function what() {
  if (state.place === "claims") return "HOLD: scan the winner's card, inside or outside";
  if (state.place === "put back") return state.left.length ? `Left: ${state.left.join(" to ")}` : "Scan the first card left of a pack";
  if (state.place === "no occasion") return "Open the evening first";
  if (state.is_trade) return `TRADE IN: ${state.originals.length} given up${state.new ? `, new ones up to number ${state.new}` : ""}`;
  if (state.count && !state.cards.length) return `${state.count} cards: scan the last one`;
  if (state.cards.length === 1) return "1 card: Space sells it";
  return state.cards.length ? `${state.cards.length} cards: Space sells them` : "Scan a card, or type how many";
}

function lines(texts, tone) {
  document.body.dataset.tone = tone;
  const box = at("answer");
  box.replaceChildren(...texts.map((text) => {
    const line = document.createElement("p");
    const verdict = /^(VALID|NOT VALID|CANNOT TELL YET)\b:?/.exec(text);
    if (verdict) {
      const word = document.createElement("strong");
      word.className = "verdict";
      word.textContent = verdict[1];
      line.append(word, document.createElement("br"), text.slice(verdict[0].length).trim());
    } else line.textContent = text;
    return line;
  }));
}

// A face as it is printed, column by column with a free space in the middle; called numbers daubed.
function faceTable(face, called) {
  const table = document.createElement("table"), head = table.createTHead().insertRow(), body = table.createTBody();
  for (const letter of "BINGO") {
    const cell = document.createElement("th");
    cell.textContent = letter;
    head.append(cell);
  }
  for (let row = 0; row < 5; row += 1) {
    const line = body.insertRow();
    for (let column = 0; column < 5; column += 1) {
      const cell = line.insertCell(), isFree = column === 2 && row === 2;
      const place = column * 5 + row - (column > 2 || (column === 2 && row > 2) ? 1 : 0);
      cell.textContent = isFree ? "free" : face[place];
      cell.className = isFree ? "free" : called.has(face[place]) ? "called" : "";
    }
  }
  return table;
}

function item(card) {
  const line = document.createElement("li"), swatch = document.createElement("span"), word = document.createElement("span");
  swatch.className = "swatch";
  swatch.style.setProperty("background", card.screen);
  word.className = "word";
  word.textContent = card.color;
  line.append(swatch, card.number, word);
  line.title = card.card;
  return line;
}

function show() {
  document.body.dataset.place = state.place;
  document.title = `Till ${state.till}: ${PLACES[state.place]}`;
  at("place").textContent = PLACES[state.place] ?? state.place;
  at("who").textContent = `Till ${state.till} · ${state.clerk}`;
  at("what").textContent = what();
  const cards = state.is_trade ? state.originals : state.cards;
  const shown = cards.length > 12 ? [...cards.slice(0, 5), null, ...cards.slice(-5)] : cards;
  at("cards").replaceChildren(...shown.map((card) => {
    if (card) return item(card);
    const gap = document.createElement("li");
    gap.textContent = `… ${cards.length - 10} more …`;
    return gap;
  }));
  at("total").textContent = dollars(state.total_cents);
  at("change-box").hidden = !paidCents || state.is_empty;
  at("change").textContent = dollars(paidCents - state.total_cents);
  at("typed").textContent = digits ? `${digits} cards` : "";
  const faces = state.faces ?? [], called = new Set(state.called ?? []);
  at("faces").replaceChildren(...faces.map((face) => faceTable(face, called)));
  const isFaceLine = (text) => faces.length > 0 && /^[ B]*B +I +N +G +O *$|^ *([0-9]{1,2}|\*)( +([0-9]{1,2}|\*)){4} *$/.test(text);
  const said = state.lines.filter((text) => !/^[ #█]*$/.test(text) && !isFaceLine(text));
  lines(missed ? [...said, `Not taken meanwhile: ${missed} scans. Press Space, then scan them again.`] : said, state.tone);
  if (state.tone === "sold") at("last").textContent = `Last: ${said.join(" / ")}`;
  buttons();
}

// -- keys ----------------------------------------------------------------------------------------
const SELL = [["Space", "Sell", " ", "wide"], ["T", "Trade in", "t"], ["U", "Undo", "u"], ["P", "Punched", "p"],
  ["L", "Punch later", "l"], ["M", "It is missing", "m"], ["X", "Clear", "x"], ["H", "HOLD", "h"], ["K", "Type a card", "k"]];
const CLAIM = [["R", "Rack agrees", "r"], ["F", "Verified by", "f"], ["W", "Compared by", "w"], ["B", "Read back by", "b"], ["C", "Close round", "c"], ["X", "Leave", "x"], ["K", "Type a card", "k"],
  ["Space", "Go on", " ", "wide"]];
const MONEY = [["$5", 500], ["$10", 1000], ["$20", 2000], ["$50", 5000]];
const ASKED = {
  k: ["", "Color, number and last symbol, such as red 57 K"],
  h: ["H", "The ball in the caller's hand, such as N-41 (nothing when there is none)"],
  r: ["R", "The player who looked at the rack, such as table 4"],
  f: ["F", "Who verifies the card on the floor"],
  w: ["W", "Who compared the paper with the screen"],
  b: ["B", "Who read the numbers back"],
};

function button(label, text, press, kind) {
  const made = document.createElement("button"), key = document.createElement("kbd"), word = document.createElement("span");
  made.type = "button";
  made.className = kind ?? "";
  made.tabIndex = -1; // the keyboard is the scanner's: no key of it ever presses a button
  key.textContent = label;
  word.textContent = text;
  made.append(key, word);
  made.addEventListener("click", () => { made.blur(); press(); });
  return made;
}
function heading(text) {
  const made = document.createElement("h2");
  made.textContent = text;
  return made;
}
function buttons() {
  const set = state.place === "claims" ? CLAIM : SELL;
  const made = set.map(([label, text, key, kind]) => button(label, text, () => typed(key), kind));
  if (state.place !== "claims") {
    made.push(heading("Money given"), ...MONEY.map(([label, cents]) => button(label, "", () => paid(paidCents + cents))));
    made.push(button("other", "", () => ask("Money given, such as 7.50", (text) => paid(Math.round(Number(text) * 100) || 0))));
  }
  at("keys").replaceChildren(...made);
}
function paid(cents) {
  paidCents = cents;
  show();
}

function typed(key) {
  if (key === " ") return space();
  if (isBlocked) return undefined;
  if (/^[0-9]$/.test(key)) {
    digits = (digits + key).slice(0, 6);
    paidCents = 0;
    at("typed").textContent = `${digits} cards`;
    return state.cards.length || state.left.length === 2 ? counted() : undefined;
  }
  if (key === "Backspace") { digits = ""; return show(); }
  const low = key.toLowerCase();
  if (ASKED[low]) return ask(ASKED[low][1], (text) => act("/lines", { line: `${ASKED[low][0]} ${text}`.trim() }));
  if (/^[tuplmxc]$/.test(low)) {
    digits = "";
    return act("/lines", { line: low.toUpperCase() });
  }
  return undefined;
}
let countTimer = 0;
function counted() { // a count behind the scan is sent when its last figure is typed
  clearTimeout(countTimer);
  countTimer = setTimeout(flushCount, 700);
}
function flushCount() {
  clearTimeout(countTimer);
  if (!digits) return;
  act("/counts", { count: Number(digits) });
  digits = "";
}
function space() {
  if (isBlocked) {
    isBlocked = false;
    missed = 0;
    state.lines = ["Go on."];
    state.tone = "tick";
    return show();
  }
  if (state.place === "claims") return undefined;
  flushCount();
  return act("/lines", { line: "" });
}
function scanned(text, place) {
  if (asking) return play("refused");
  if (isBlocked || isCovered) {
    missed += 1;
    play("refused");
    return isCovered ? undefined : show();
  }
  flushCount();
  return act("/scans", { bursts: text === place ? [text] : [text, place] });
}

// -- a text that is asked for ------------------------------------------------------------------
function ask(label, done) {
  asking = done;
  at("ask-label").textContent = label;
  at("ask").hidden = false;
  at("asked").value = "";
  at("asked").focus();
}
function asked(isDone) {
  const done = asking, text = at("asked").value.trim();
  asking = null;
  at("ask").hidden = true;
  at("asked").blur();
  if (isDone) done(text);
}

// -- sound, cover, start ------------------------------------------------------------------------
const TONES = {
  tick: [[880, .04]], sold: [[660, .09], [990, .14]], valid: [[523, .12], [659, .12], [784, .12], [1047, .3]],
  refused: [[150, .18], [0, .05], [150, .25]], "not-valid": [[220, .2], [150, .4]], stop: [[120, .5]],
};
function play(tone) {
  if (isMuted || !sound) return;
  let from = sound.currentTime;
  for (const [hertz, seconds] of TONES[tone] ?? []) {
    if (hertz) {
      const wave = sound.createOscillator(), gain = sound.createGain();
      wave.frequency.value = hertz;
      wave.type = hertz < 300 ? "square" : "sine";
      gain.gain.value = .15;
      wave.connect(gain).connect(sound.destination);
      wave.start(from);
      wave.stop(from + seconds);
    }
    from += seconds;
  }
}
function cover(title) {
  isCovered = true;
  at("cover-title").textContent = title;
  at("cover").hidden = false;
}
function uncover() {
  isCovered = false;
  at("cover").hidden = true;
  sound ??= new AudioContext();
  sound.resume();
}
function mute(to) {
  isMuted = to;
  localStorage.setItem("hall-muted", to ? "yes" : "no");
  at("mute").textContent = to ? "Sound off" : "Sound on";
  at("mute").setAttribute("aria-pressed", String(to));
}

const keys = new Keys(GAP_MS, scanned, (key) => {
  if (isCovered) return key === " " ? uncover() : undefined;
  return typed(key);
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (asking) {
    if (event.key === "Enter" || event.key === "Escape") { event.preventDefault(); asked(event.key === "Enter"); }
    return;
  }
  if (event.key.length > 1 && !["Enter", "Tab", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  keys.press(event);
});
addEventListener("blur", () => cover("SCANNER NOT HEARD"));
addEventListener("focus", () => { if (sound) uncover(); });
at("cover").addEventListener("click", uncover);
at("mute").addEventListener("click", () => { mute(!isMuted); at("mute").blur(); });

async function begin() {
  mute(isMuted);
  try {
    const reply = await fetch(API);
    const said = await reply.json();
    if (!reply.ok) return lines(said.lines ?? [said.detail], "stop");
    state = said;
    show();
    at("last").textContent = said.lines.join(" / ");
    send();
  } catch {
    lines(["The hall's computer does not answer. Start it again: inventory serve"], "stop");
  }
  return undefined;
}
begin();
