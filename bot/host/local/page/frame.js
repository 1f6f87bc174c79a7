// Put into SimCord's page. Shows at once what one's own action has brought, and asks for a page anew when SimCord
// has let it go. What comes while one reads at the end stays in sight by itself; who reads above is left in peace.
(() => {
  const OWN = 5000; // milliseconds after an action of one's own in which what comes is meant for one's eyes

  const PAUSES = [300, 700, 1500, 3000, 6000]; // milliseconds before each further try of a picture
  const MOVES = ["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "F6"]; // keys that only move or change other keys
  const CONTROLS = ":is(.component-button, .select-trigger):not(:disabled)";

  let acted = performance.now(); // opening the page is an action too
  let newest = null; // the last post that an action has brought
  let awaited = 0; // actions that the bot has not answered yet: on a busy machine that takes longer than OWN
  let touched = ""; // the post of the control that was used last
  let typed = false; // whether it was used by keyboard
  let edited = ""; // the last post, while its user waits for what an own action does to it, or brings below it
  const act = (event) => {
    acted = performance.now();
    newest = null;
    edited = "";
    touched = event?.target?.closest?.("[data-message-id]")?.dataset.messageId ?? "";
    typed = event?.detail === 0; // as of a key, and of the click that a key makes
  };
  const lastPost = () => [...document.querySelectorAll("#channel-message-list [data-message-id]")].at(-1);
  const leave = () => { acted = -OWN; awaited = 0; edited = ""; };
  const expecting = () => awaited > 0 || performance.now() - acted < OWN;

  // Discord tells times in its user's language, SimCord always in American English.
  const spoken = parent.document.documentElement.lang;
  for (const name of ["DateTimeFormat", "RelativeTimeFormat"]) {
    Intl[name] = new Proxy(Intl[name], { construct: (format, [, options]) => new format(spoken, options) });
  }

  const plain = window.fetch.bind(window);
  // A picture is refused while SimCord is busy or replaces it: it is asked for again before it is given up.
  const picture = async (request) => {
    for (const pause of PAUSES) {
      const response = await plain(...request);
      if (response.status !== 404 && response.status < 500) return response;
      await new Promise((done) => setTimeout(done, pause));
    }
    return plain(...request);
  };
  window.fetch = async (...request) => {
    const path = String(request[0]);
    if (path.startsWith("/api/assets/")) return picture(request);
    const acts = path === "/api/action";
    if (acts) {
      awaited += 1;
      edited = touched && touched === lastPost()?.dataset.messageId ? touched : "";
    }
    try {
      const response = await plain(...request);
      const lost = [401, 410].includes(response.status) && path.startsWith("/api/");
      if (lost) setTimeout(() => location.reload(), 1000);
      if (acts) say(decodeURIComponent(response.headers.get("X-Table-Said") ?? ""));
      return response;
    } finally {
      if (acts && awaited) { awaited -= 1; acted = performance.now(); }
    }
  };

  // What the table says to a line that is no command, above the field in which it still stands.
  function say(sentence) {
    let place = document.getElementById("table-said");
    if (!place) {
      place = Object.assign(document.createElement("p"), { id: "table-said" });
      place.setAttribute("role", "alert");
      document.getElementById("channel-composer").prepend(place);
    }
    place.textContent = sentence;
    place.hidden = !sentence;
  }

  // Where F6 goes: the newest post that asks something, at its first control, or the line below. If there is no such
  // post, it may be coming: the conversation was just opened, or a match begun.
  const question = () => [...document.querySelectorAll(`#channel-message-list [data-message-id]:has(${CONTROLS})`)].at(-1);
  const field = () => [...document.querySelectorAll("#channel-composer :is(textarea, input)")].find((each) => each.checkVisibility());
  function go(place) {
    if (!place) return;
    const control = place === "question" && question()?.querySelector(CONTROLS);
    if (control || place === "field" || !expecting()) delete frameElement.dataset.going;
    (control || field())?.focus();
  }

  // SimCord keeps the focus at its control's place in a changed post. Where none is there, it begins at the first one.
  const stay = () => {
    if (!typed || !touched || !document.hasFocus() || document.activeElement !== document.body) return;
    document.querySelector(`#channel-message-list [data-message-id="${touched}"]`)?.querySelector(CONTROLS)?.focus();
  };

  addEventListener("DOMContentLoaded", () => {
    const timeline = document.getElementById("channel-timeline");
    const list = document.getElementById("channel-message-list");
    list.lang = spoken; // posts are in the table's language, SimCord's own words are not
    const line = document.getElementById("channel-composer-input"); // a field of text cannot be expanded
    new MutationObserver(() => line.removeAttribute("aria-expanded")).observe(line, { attributeFilter: ["aria-expanded"] });
    line.removeAttribute("aria-expanded");
    list.before(Object.assign(document.createElement("h2"), { className: "heard", textContent: frameElement.title }));
    addEventListener("click", act, true);
    addEventListener("keydown", act, true);
    addEventListener("click", (event) => { if (event.isTrusted) parent.postMessage("used", location.origin); }, true);
    addEventListener("keydown", (event) => {
      if (event.isTrusted && !MOVES.includes(event.key)) parent.postMessage("used", location.origin);
    }, true);
    addEventListener("keydown", (event) => {
      if (!MOVES.includes(event.key)) delete frameElement.dataset.going;
      if (event.key !== "F6") return;
      event.preventDefault();
      if (document.querySelector("[role=dialog]")) return; // a form is left by Escape
      const writes = document.getElementById("channel-composer").contains(document.activeElement);
      const answers = question()?.contains(document.activeElement);
      if (answers && !event.shiftKey) go("field");
      else parent.dispatchEvent(new CustomEvent("go", { detail: writes === event.shiftKey ? "question" : "bar" }));
    });
    addEventListener("go", () => go(frameElement.dataset.going));
    addEventListener("focusout", () => requestAnimationFrame(stay));
    for (const kind of ["wheel", "touchmove"]) addEventListener(kind, leave, { passive: true });
    addEventListener("message", (event) => { // from the page around: it does something for this person, or has done it
      if (event.origin !== location.origin || !["acts", "acted"].includes(event.data)) return;
      act();
      awaited = event.data === "acts" ? awaited + 1 : Math.max(0, awaited - 1);
      timeline.scrollTop = timeline.scrollHeight;
      document.querySelector("#new-messages:not([hidden])")?.click();
    });

    // A post higher than the window is shown from its top. Its picture comes later and makes it grow.
    // In one that is changed the controls are at the end; the keyboard has moved it, and its picture shrinks and grows.
    // What it asks stands above its first control: the tip of a lesson, or a question. Both stay in sight.
    const back = (place, least = Infinity) => {
      const above = Math.min(timeline.getBoundingClientRect().top - place.getBoundingClientRect().top, least);
      if (above > 0) timeline.scrollTop -= above;
    };
    const show = () => requestAnimationFrame(() => {
      if (!newest && edited && lastPost()?.dataset.messageId === edited) {
        timeline.scrollTop = timeline.scrollHeight;
        const post = lastPost(), control = post.querySelector(CONTROLS);
        const above = (words) => [...post.querySelectorAll(words)].filter((each) => control?.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING);
        const board = above(".component-gallery").at(-1);
        const asks = above(".component-text").filter((each) => !board || board.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
        const used = post.contains(document.activeElement) ? document.activeElement : control;
        const asked = post.querySelector("blockquote") ?? asks[0];
        if (asked) back(asked, timeline.getBoundingClientRect().bottom - used.getBoundingClientRect().bottom);
      }
      if (!newest || !newest.isConnected || !(edited || expecting())) return;
      timeline.scrollTop = timeline.scrollHeight;
      back(newest);
    });
    new MutationObserver((changes) => {
      go(frameElement.dataset.going);
      const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.dataset?.messageId);
      if (!added.length || !(edited || expecting())) return;
      newest = added.reduce((last, node) => (last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING ? node : last));
      show();
    }).observe(list, { childList: true });
    new ResizeObserver(() => { stay(); show(); }).observe(list);
  });
})();
