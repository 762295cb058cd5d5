// Asks once a second; a connection that streams would take one of the six a browser has for the till.
import { grid, show } from "/static/grid.js";

const SILENT_MS = 3500;
let etag = "", heardAt = Date.now();

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
  document.getElementById("since").textContent = silent ? `No news since ${new Date(heardAt).toLocaleTimeString()}` : "";
}
grid();
look();
setInterval(look, 1000);
