// Put into SimCord's page. Shows at once what one's own action has brought, and asks for a page anew when SimCord
// has let it go. What comes while one reads at the end stays in sight by itself; who reads above is left in peace.
(() => {
  const OWN = 5000; // milliseconds after an action of one's own in which what comes is meant for one's eyes

  const plain = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const response = await plain(...request);
    const lost = [401, 410].includes(response.status) && String(request[0]).startsWith("/api/");
    if (lost) setTimeout(() => location.reload(), 1000);
    return response;
  };

  addEventListener("DOMContentLoaded", () => {
    const timeline = document.getElementById("channel-timeline");
    const list = document.getElementById("channel-message-list");
    let acted = performance.now(); // opening the page is an action too
    let newest = null; // the last post that an action has brought
    const expecting = () => performance.now() - acted < OWN;
    for (const kind of ["click", "keydown"]) {
      addEventListener(kind, (event) => {
        acted = performance.now();
        newest = null;
        if (event.isTrusted) parent.postMessage("used", location.origin);
      }, true);
    }
    for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => { acted = -OWN; }, { passive: true });

    // A post higher than the window is shown from its top. Its picture comes later and makes it grow.
    const show = () => requestAnimationFrame(() => {
      if (!newest || !newest.isConnected || !expecting()) return;
      timeline.scrollTop = timeline.scrollHeight;
      const above = timeline.getBoundingClientRect().top - newest.getBoundingClientRect().top;
      if (above > 0) timeline.scrollTop -= above;
    });
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.dataset?.messageId);
      if (!added.length || !expecting()) return;
      newest = added.reduce((last, node) => (last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING ? node : last));
      show();
    }).observe(list, { childList: true });
    new ResizeObserver(show).observe(list);
  });
})();
