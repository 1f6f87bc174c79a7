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
    let acted = performance.now(); // opening the page is an action too
    for (const kind of ["click", "keydown"]) addEventListener(kind, () => { acted = performance.now(); }, true);
    new MutationObserver((changes) => {
      const added = changes.some((change) => [...change.addedNodes].some((node) => node.dataset?.messageId));
      if (!added || performance.now() - acted > OWN) return;
      acted = -OWN;
      requestAnimationFrame(() => { timeline.scrollTop = timeline.scrollHeight; });
    }).observe(document.getElementById("channel-message-list"), { childList: true });
  });
})();
