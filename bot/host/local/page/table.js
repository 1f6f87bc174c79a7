// The bar of the local table: whose seat, which place, and who is awaited. The conversation is the frame below.
const key = location.hash.slice(1);
const $ = (id) => document.getElementById(id);
const POLL = 700; // milliseconds between two looks at the table
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const words = JSON.parse($("words").textContent); // what this page says, in its language
const gettext = (message, values = {}) => (words[message] ?? message).replace(/\{(\w+)\}/g, (_, name) => values[name]);

const memory = {
  get seat() { return sessionStorage.getItem("seat"); },
  set seat(value) { sessionStorage.setItem("seat", value); },
  get place() { return sessionStorage.getItem("place"); },
  set place(value) { sessionStorage.setItem("place", value); },
};
const seen = new Map(); // "seat place" -> the last post looked at
let table = null;
let looking = 0;
let shown = "";
let welcomeClosed = sessionStorage.getItem("welcomed") === "yes";
let welcomeAsked = false;

const ask = (path, options = {}) => fetch(path, { cache: "no-store", ...options });
const seatNow = () => table.seats.find((seat) => seat.id === memory.seat) ?? table.seats[0];
const DMS = { id: "dm", name: gettext("Direct messages"), kind: "dm" };
const placesOf = (seat) => [table.places[0], DMS, ...table.places.slice(1)]
  .map((place) => ({ ...place, last: seat.last[place.id] ?? "0", awaited: seat.awaited.includes(place.id) }));
const placeNow = () => {
  const places = placesOf(seatNow());
  return places.find((place) => place.id === memory.place) ?? places[0];
};

function tab(nav, id, build) {
  let button = nav.querySelector(`[data-id="${id}"]`);
  if (!button) {
    button = Object.assign(document.createElement("button"), { type: "button", className: "tab", tabIndex: -1 });
    button.dataset.id = id;
    button.setAttribute("role", "tab");
    build(button);
    nav.append(button);
  }
  return button;
}

function mark(button, { selected, awaited, unread = false, label }) {
  button.setAttribute("aria-selected", String(selected));
  if (!button.parentElement.contains(document.activeElement)) button.tabIndex = selected ? 0 : -1;
  button.setAttribute("aria-controls", "conversation");
  button.classList.toggle("awaited", awaited);
  button.classList.toggle("unread", unread);
  button.setAttribute("aria-label", label + (awaited ? gettext(", awaited") : "") + (unread ? gettext(", new posts") : ""));
}

const dot = () => Object.assign(document.createElement("i"), { className: "dot" });

function drawSeats() {
  table.seats.forEach((seat, index) => {
    const button = tab($("seats"), seat.id, (made) => {
      const face = Object.assign(document.createElement("span"), { className: "face", textContent: [...seat.name][0] });
      face.style.setProperty("--hue", String((index * 97 + 205) % 360));
      made.append(face, seat.name, dot());
      made.addEventListener("click", () => { memory.seat = seat.id; draw(); });
    });
    mark(button, { selected: seat.id === seatNow().id, awaited: seat.awaited.length > 0, label: seat.name });
  });
}

function drawPlaces() {
  const seat = seatNow();
  const places = placesOf(seat);
  places.forEach((place, index) => {
    const button = tab($("places"), place.id, (made) => {
      made.append(place.kind === "dm" ? gettext("DMs") : `# ${place.name}`);
      made.addEventListener("click", () => { memory.place = place.id; draw(); });
    });
    if ($("places").children[index] !== button) $("places").insertBefore(button, $("places").children[index]);
    const selected = place.id === placeNow().id;
    const sight = `${seat.id} ${place.id}`;
    if (selected) seen.set(sight, place.last);
    const unread = !selected && BigInt(place.last) > BigInt(seen.get(sight) ?? "0");
    mark(button, { selected, awaited: false, unread, label: place.kind === "dm" ? gettext("DMs of {name}", seat) : `# ${place.name}` });
  });
  for (const button of [...$("places").children]) {
    if (!places.some((place) => place.id === button.dataset.id)) button.remove();
  }
}

function drawGames() {
  if ($("games").childElementCount) return;
  table.games.forEach((game, index) => {
    const label = Object.assign(document.createElement("label"), { className: "game" });
    const choice = Object.assign(document.createElement("input"), { type: "radio", name: "game", value: game.key, checked: index === 0 });
    const image = Object.assign(document.createElement("img"), { alt: "" });
    const text = document.createElement("span");
    text.append(Object.assign(document.createElement("b"), { textContent: game.title }), game.tagline);
    label.append(choice, image, text);
    $("games").append(label);
    void ask(`/table/picture?${new URLSearchParams({ game: game.key })}`, { headers: { "X-Table-Key": key } })
      .then(async (answer) => { if (answer.ok) image.src = URL.createObjectURL(await answer.blob()); })
      .catch(() => {}); // the table has closed: look() says so
  });
}

function draw() {
  const seat = seatNow();
  drawGames();
  drawSeats();
  drawPlaces();
  const place = placeNow();
  const wanted = `${key}.${place.id}.${seat.id}`;
  if (wanted !== shown) {
    shown = wanted;
    // A frame of its own for each sight: its address never enters the history of the browser.
    const fresh = $("conversation").cloneNode(false);
    delete fresh.dataset.going;
    fresh.title = gettext("{place} as {name}", { place: place.kind === "dm" ? DMS.name : "#" + place.name, name: seat.name });
    fresh.src = `/conversation#${wanted}`;
    $("conversation").replaceWith(fresh);
  }
  const empty = table.seats.every((one) => Object.values(one.last).every((last) => last === "0"));
  const welcomed = welcomeAsked || (empty && !welcomeClosed);
  if (welcomed && $("welcome").hidden) {
    $("welcome").hidden = false;
    $("games").querySelector(":checked").focus();
  }
  $("welcome").hidden = !welcomed;
  $("help").setAttribute("aria-expanded", String(!$("welcome").hidden));
  const awaited = table.seats.filter((one) => one.awaited.length).map((one) => one.name);
  document.title = awaited.length ? gettext("{names} to act · Tablepost", { names: awaited.join(", ") }) : gettext("Tablepost: the local table");
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

async function look() {
  clearTimeout(looking);
  try {
    const answer = await ask(`/table/state?timezone=${encodeURIComponent(timezone)}`, { headers: { "X-Table-Key": key } });
    if (answer.status === 403) {
      notice(await answer.text());
      return;
    }
    table = await answer.json();
    notice("");
    draw();
  } catch {
    notice(gettext("The local table has closed. Start it again with “python -m bot” and open the address it prints."));
  }
  looking = setTimeout(look, POLL);
}

function closeWelcome() {
  if ($("welcome").contains(document.activeElement)) $("help").focus();
  welcomeAsked = false;
  welcomeClosed = true;
  sessionStorage.setItem("welcomed", "yes");
  if (table) draw();
}

$("help").addEventListener("click", () => {
  if (!$("welcome").hidden) { closeWelcome(); return; }
  welcomeAsked = true;
  draw();
});
$("welcome-close").addEventListener("click", closeWelcome);
addEventListener("message", (event) => { // from the conversation: somebody uses it
  if (event.origin === location.origin && event.data === "used" && !$("welcome").hidden) closeWelcome();
});
$("welcome").addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeWelcome();
});
for (const button of document.querySelectorAll("[data-way]")) {
  button.addEventListener("click", async (event) => {
    await openMatch(button.dataset.way, $("games").querySelector(":checked").value, button);
    if (!event.detail) goTo("question"); // it was pressed by keyboard
  });
}
const tellFrame = (what) => $("conversation").contentWindow?.postMessage(what, location.origin);

async function openMatch(way, game, button) {
  const place = placeNow();
  const where = place.kind === "dm" ? table.places[0] : place;
  memory.place = where.id;
  button.disabled = true;
  try {
    const headers = { "X-Table-Key": `${key}.${where.id}.${seatNow().id}` };
    tellFrame("acts");
    const answer = await ask(`/table/new?${new URLSearchParams({ way, game })}`, { method: "POST", headers });
    const { place: begun } = await answer.json();
    if (begun) memory.place = begun; // a thread, where the channel is busy
    closeWelcome();
    await look(); // the tab of a new thread
  } finally {
    button.disabled = false;
    tellFrame("acted");
  }
  draw();
}
// By keyboard: a row of tabs is one step of Tab, arrows go along it, and Enter opens a tab, because another
// conversation takes a moment to load and counts as read. F6 goes round: bar, newest question, line below.
for (const row of [$("seats"), $("places")]) {
  const stopAt = (one) => { for (const each of row.children) each.tabIndex = each === one ? 0 : -1; };
  row.addEventListener("keydown", (event) => {
    const now = [...row.children].indexOf(event.target);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    [...row.children].at(next % row.children.length).focus();
  });
  row.addEventListener("focusin", (event) => stopAt(event.target));
  row.addEventListener("focusout", () => stopAt(row.querySelector('[aria-selected="true"]')));
}
function goTo(place) { // "bar", "question" or "field"
  if (place === "bar") $("places").querySelector('[aria-selected="true"]').focus();
  else if (place === "question" && !$("welcome").hidden) $("games").querySelector(":checked").focus();
  else {
    $("conversation").dataset.going = place; // it may be still loading
    $("conversation").focus();
    $("conversation").contentWindow.dispatchEvent(new Event("go"));
  }
}
addEventListener("go", (event) => goTo(event.detail)); // from the conversation, at once: the next key may follow
addEventListener("keydown", (event) => {
  if (event.key !== "F6" || !table) return;
  event.preventDefault();
  if ($("welcome").contains(document.activeElement)) goTo(event.shiftKey ? "bar" : "field");
  else goTo(event.shiftKey ? "field" : "question");
});
addEventListener("hashchange", () => location.reload());
void look();
