/**
 * Measured inside the page, because the way to it takes longer than what is measured. As text: what a compiler adds to a
 * function is not in the page. Nothing in it knows whose page it is: an interaction begins with its event and ends with
 * the last paint after which nothing changes for a while.
 */
export const METER = `(() => {
  const QUIET_MS = 250;
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
  }));
  const rows = () => document.querySelectorAll('[role=row], tbody tr').length;
  const cards = () => document.querySelectorAll('main article').length;
  let first = null;
  const look = () => {
    if (first !== null) return;
    if (rows() > 1 || cards() > 0) void painted().then((at) => { first ??= at; });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  // An attribute that says afterwards what it said before shows nobody anything: who measures widths sets one and takes it back.
  const isChange = ({ type, target, attributeName, oldValue }, at, records) =>
    type !== 'attributes' ||
    (records.findIndex((other) => other.target === target && other.attributeName === attributeName) === at &&
      target.getAttribute(attributeName) !== oldValue);
  // Whether somebody can see it: rows are drawn beyond both ends of what is shown.
  const isInView = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    if (element === null || !element.isConnected) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  // Where something stood that is gone cannot be known any more.
  const isSeen = ({ type, target, addedNodes, removedNodes }) =>
    type === 'childList' ? removedNodes.length > 0 || [...addedNodes].some(isInView) : isInView(target);
  globalThis.healthMeter = {
    usableAt: () => first,
    rows,
    longTasksSince: (at) => tasks.filter(({ startTime }) => startTime >= at),
    now: () => performance.now(),
    async act(element, event, value) {
      let firstMs = null;
      let lastMs = null;
      let seenMs = null;
      let changedAt = performance.now();
      const observer = new MutationObserver((records) => {
        const changes = records.filter(isChange);
        if (changes.length === 0) return;
        changedAt = performance.now();
        const seen = changes.some(isSeen);
        void painted().then((at) => { firstMs ??= at; lastMs = at; if (seen) seenMs = at; });
      });
      observer.observe(document.body, { childList: true, characterData: true, attributes: true, attributeOldValue: true, subtree: true });
      const from = performance.now();
      if (event === 'input') {
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        set.call(element, value);
        element.dispatchEvent(new Event('input', { bubbles: true }));
      } else element.click();
      const deadline = from + 10000;
      const isOver = (now) => now - changedAt >= QUIET_MS && lastMs !== null;
      while (!isOver(performance.now()) && performance.now() < deadline) await painted();
      observer.disconnect();
      const since = (at) => (at ?? Number.NaN) - from;
      return { nextMs: since(firstMs), seenMs: since(seenMs), settledMs: since(lastMs) };
    },
  };
})();`;

/** From the event to the next paint that shows a change, to the last one that changes what is in view, and to the last one. */
export interface Acted {
  readonly nextMs: number;
  readonly seenMs: number;
  readonly settledMs: number;
}

/** What METER puts on the page. */
export interface HealthMeter {
  /** Milliseconds from the start of the navigation to the paint with the first rows or cards; null before. */
  usableAt(): number | null;
  /** Rows in the document, headers among them. */
  rows(): number;
  longTasksSince(at: number): readonly { readonly startTime: number; readonly duration: number }[];
  now(): number;
  act(element: Element, event: 'click' | 'input', value: string): Promise<Acted>;
}

declare global {
  // Put there by METER.
  var healthMeter: HealthMeter;
}
