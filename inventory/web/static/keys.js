// Keys and scans told apart by time alone (inventory/bursts.py has the same rules for a console):
// a run of keys faster than a hand is one scan, whatever it says; keys that follow it within
// 0.3 s belong to it. What the places of the keys read is sent beside their characters, since a
// scanner that was set to another keyboard types other characters at the same places.

const RUN_KEYS_MIN = 6;
const BELONGS_MS = 300;
const NAMED = { Enter: "\n", NumpadEnter: "\n", Tab: "\t" };

function placeOf(event) {
  const code = event.code;
  if (/^Key[A-Z]$/.test(code)) return code[3];
  if (/^(Digit|Numpad)[0-9]$/.test(code)) return code[code.length - 1];
  if (code === "Minus" || code === "NumpadSubtract") return "-";
  return event.key.length === 1 ? event.key : "";
}

export class Keys {
  constructor(gapMs, onScan, onKey) {
    Object.assign(this, { gapMs, onScan, onKey, run: [], timer: 0, scannedAt: -Infinity });
  }

  press(event) {
    const at = event.timeStamp;
    const last = this.run[this.run.length - 1];
    if (last && at - last.at > this.gapMs) this.end();
    const text = NAMED[event.key] ?? (event.key.length === 1 ? event.key : "");
    this.run.push({ at, key: event.key, text, place: NAMED[event.key] ?? placeOf(event) });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), this.gapMs + 10);
  }

  end() {
    clearTimeout(this.timer);
    const run = this.run;
    this.run = [];
    if (!run.length) return;
    const first = run[0].at;
    const ends = run.findIndex((one) => one.text === "\n" || one.text === "\t");
    if (run.length >= RUN_KEYS_MIN || (ends > 0 && run.length > 1)) {
      this.scannedAt = run[run.length - 1].at;
      this.onScan(run.map((one) => one.text).join(""), run.map((one) => one.place).join(""));
      return;
    }
    const isLeftover = first - this.scannedAt < BELONGS_MS && run.every((one) => one.key !== " ");
    if (isLeftover) return;
    for (const one of run) this.onKey(one.key);
  }
}
