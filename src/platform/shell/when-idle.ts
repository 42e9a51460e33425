/** Longest wait for a quiet moment, in ms. */
const PATIENCE_MS = 2_000;

/** Runs `work` once the page has nothing more urgent to do; answers how to call it off. Safari tells no quiet moments. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
