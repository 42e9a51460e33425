/** A list that is not painted by then is not waited for. */
const PATIENCE_MS = 400;

let awaited: Promise<boolean> | undefined;
let tellShown: (() => void) | undefined;

/** This start has something to show as soon as `isThere` says so: until it is painted the page has the processor. */
export function expectStart(isThere: Promise<boolean>): void {
  // Who shows it hears of what failed.
  awaited = isThere.catch(() => false);
}

/** Resolves when there is nothing to show for this start, or when it was painted; null where nothing is expected. */
export function startPainted(): Promise<unknown> | null {
  if (awaited === undefined) return null;
  const shown = new Promise<void>((resolve) => {
    tellShown = resolve;
    setTimeout(resolve, PATIENCE_MS);
  });
  return awaited.then((isThere) => (isThere ? shown : undefined));
}

/** The list stands on the page, and is painted with the next frame. */
export function startIsShown(): void {
  requestAnimationFrame(() => setTimeout(() => tellShown?.()));
}
