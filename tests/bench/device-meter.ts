/**
 * Measured inside the page, because the way to it takes longer than what is measured. As text: what a compiler adds to a
 * function is not in the page. Times are of the clock that all pages of a browser share.
 */
export const DEVICE_METER = `(() => {
  const PATIENCE_MS = 60000;
  const now = () => performance.timeOrigin + performance.now();
  const afterPaint = () => new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(now());
    channel.port2.postMessage(null);
  });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // What stands when a frame begins is painted by that frame.
  const until = async (what, isThere) => {
    const deadline = now() + PATIENCE_MS;
    do {
      await frame();
      if (now() > deadline) throw new Error('never painted: ' + what);
    } while (!isThere());
    return await afterPaint();
  };
  const atRest = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((done) => requestIdleCallback(done));
      await frame();
    }
  };
  const fill = (field, text) => {
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set;
    set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
  }).observe({ type: 'longtask' });
  const comments = () => [...document.querySelectorAll('main ul[aria-label=Comments] > li')];
  const shows = (text) => () => comments().some((each) => each.textContent.includes(text));
  globalThis.deviceMeter = {
    async bare() {
      const from = now();
      return await until('a frame', () => true) - from;
    },
    async search(text, delayMs) {
      const dialog = document.querySelector('[role=dialog]');
      const count = () => dialog.querySelector('output')?.textContent ?? '';
      // How many there are is known before their lines are; only names are searched.
      const lines = () => [...dialog.querySelectorAll('[role=option]')].map((each) => each.textContent.toLowerCase());
      const areTheirs = () => lines().length > 0 && lines().every((each) => each.includes(text.toLowerCase()));
      await atRest();
      const before = count();
      const from = now() + delayMs;
      fill(dialog.querySelector('input[type=search]'), text);
      return await until('what matches ' + text, () => count() !== before && areTheirs()) - from;
    },
    worstTask: (since) => Math.max(0, ...tasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration)),
    async write(text) {
      const form = document.querySelector('main form[aria-label^="Comment on "]');
      fill(form.querySelector('textarea'), text);
      await atRest();
      const from = now();
      form.querySelector('button[type=submit]').click();
      return { from, to: await until(text, shows(text)) };
    },
    watch: (text) => until(text, shows(text)),
  };
})();`;

/** What DEVICE_METER puts on the page. Milliseconds; `write` and `watch` say when, the others how long. */
export interface DeviceMeter {
  /** A frame with nothing to draw. */
  bare(): Promise<number>;
  /** From a key, and the field's pause after it, to the paint of what matches. */
  search(text: string, delayMs: number): Promise<number>;
  /** The longest the page's thread was held since a time of its own clock; 0 where never for 50 ms. */
  worstTask(since: number): number;
  /** Writes a comment: when it was sent off, and when it was painted. */
  write(text: string): Promise<{ readonly from: number; readonly to: number }>;
  /** When a comment that is written elsewhere was painted. */
  watch(text: string): Promise<number>;
}

declare global {
  // Put there by DEVICE_METER.
  var deviceMeter: DeviceMeter;
}
