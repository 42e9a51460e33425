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
  globalThis.healthMeter = {
    usableAt: () => first,
    rows,
    longTasksSince: (at) => tasks.filter(({ startTime }) => startTime >= at),
    now: () => performance.now(),
    async act(element, event, value) {
      let firstMs = null;
      let lastMs = null;
      let changedAt = performance.now();
      const observer = new MutationObserver((records) => {
        if (!records.some(isChange)) return;
        changedAt = performance.now();
        void painted().then((at) => { firstMs ??= at; lastMs = at; });
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
      return { nextMs: (firstMs ?? Number.NaN) - from, settledMs: (lastMs ?? Number.NaN) - from };
    },
  };
})();`;

/** What METER puts on the page. */
export interface HealthMeter {
  /** Milliseconds from the start of the navigation to the paint with the first rows or cards; null before. */
  usableAt(): number | null;
  /** Rows in the document, headers among them. */
  rows(): number;
  longTasksSince(at: number): readonly { readonly startTime: number; readonly duration: number }[];
  now(): number;
  /** From the event to the next paint that shows a change, and to the last one of it. */
  act(
    element: Element,
    event: 'click' | 'input',
    value: string,
  ): Promise<{ readonly nextMs: number; readonly settledMs: number }>;
}

declare global {
  // Put there by METER.
  var healthMeter: HealthMeter;
}
