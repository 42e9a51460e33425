import type { Page } from 'playwright';

/* The functions before `crawl` are measured inside a page: they go there as they are and use nothing from outside. */

/** Numbers everything the Tab key should come to, and answers what no key comes to. */
function numberStops(): { readonly count: number; readonly stranded: string[] } {
  const interactive =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=option]';
  /** In these the arrow keys lead on from the one that is a stop. */
  const composite =
    '[role=grid], [role=treegrid], [role=listbox], [role=tablist], [role=menu], [role=tree], [role=toolbar], [role=radiogroup]';
  const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document;
  const shown = [...layer.querySelectorAll<HTMLElement>(interactive)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.closest('[aria-hidden=true], [inert], [disabled]') === null);
  const radios = new Set<string>();
  const groups = new Map<Element, number>();
  let count = 0;
  const stranded: string[] = [];
  for (const element of shown) {
    if (element.tabIndex < 0) {
      const isControl = element.matches('a[href], button, input, select, textarea');
      // What the arrow keys open and Escape clears in a field, its button does for a pointer.
      const isOfField = element.parentElement?.querySelector('[role=combobox], [type=search]') !== null;
      if (isControl && !isOfField && element.closest(composite) === null)
        stranded.push(element.outerHTML.slice(0, 160));
      continue;
    }
    // Of radio buttons with one name the Tab key comes to one.
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (radios.has(element.name)) continue;
      radios.add(element.name);
    }
    // In a group of radios that are buttons the arrow keys lead on: all of them are one stop.
    const group = element.matches('[role=radio]') ? element.closest('[role=radiogroup]') : null;
    const stop = group === null ? undefined : groups.get(group);
    element.dataset['tabStop'] = String(stop ?? count);
    if (stop !== undefined) continue;
    if (group !== null) groups.set(group, count);
    count += 1;
  }
  return { count, stranded };
}

/** Where the focus is, and what lies over it; `stop` is null outside the numbered ones. */
function lookAtFocus(): {
  readonly stop: string | null;
  readonly isBody: boolean;
  readonly cover: string | null;
} {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body)
    return { stop: null, isBody: true, cover: null };
  const stop = focused.dataset['tabStop'] ?? null;
  // A field nobody sees stands for its label.
  const element = focused.closest('label') ?? focused;
  const box = element.getBoundingClientRect();
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth);
  const bottom = Math.min(box.bottom, innerHeight);
  const where = `${focused.outerHTML.slice(0, 160)} at ${Math.round(box.left)},${Math.round(box.top)}`;
  if (box.width <= 1 && box.height <= 1) return { stop, isBody: false, cover: null };
  if (right <= left || bottom <= top) return { stop, isBody: false, cover: `out of the window: ${where}` };
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
  const over = isSeen ? null : `${hit?.outerHTML.slice(0, 120) ?? 'nothing'} over ${where}`;
  return { stop, isBody: false, cover: over };
}

/**
 * The stop with that number as it stands now; null when it is gone or no longer seen, or when the keys came to something
 * in it: of rows one is a stop, and whoever tabs to a button in a row is in that row.
 */
function stillThere({ stop, visited }: { stop: string; visited: readonly string[] }): string | null {
  const element = document.querySelector<HTMLElement>(`[data-tab-stop="${stop}"]`);
  const inside = [...(element?.querySelectorAll<HTMLElement>('[data-tab-stop]') ?? [])];
  if (inside.some(({ dataset }) => visited.includes(dataset['tabStop'] ?? ''))) return null;
  const isShown = element?.checkVisibility({ visibilityProperty: true }) === true && element.tabIndex >= 0;
  return isShown ? element.outerHTML.slice(0, 160) : null;
}

/** More presses than any screen has stops: whoever needs them is in a trap. */
const MOST_PRESSES = 400;

/** Goes once round a screen with the Tab key; answers what it does not come to, and what covers what it comes to. */
export async function crawl(page: Page): Promise<string[]> {
  const { count, stranded } = await page.evaluate(numberStops);
  const findings = stranded.map((html) => `no key comes to ${html}`);
  const visited = new Set<string>();
  let first: string | null = null;
  let presses = 0;
  for (; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const { stop, cover } = await page.evaluate(lookAtFocus);
    if (cover !== null) findings.push(`covered: ${cover}`);
    if (stop !== null && stop === first) break;
    first ??= stop;
    if (stop !== null) visited.add(stop);
  }
  if (count > 0 && presses === MOST_PRESSES) findings.push('the Tab key does not come round');
  for (let stop = 0; stop < count; stop += 1) {
    if (visited.has(String(stop))) continue;
    const html = await page.evaluate(stillThere, { stop: String(stop), visited: [...visited] });
    if (html !== null) findings.push(`the Tab key passes by ${html}`);
  }
  return findings;
}
