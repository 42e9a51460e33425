const FOCUSABLE = 'a[href], button:not([disabled]), input, select, textarea, [tabindex]:not([tabindex="-1"])';

/** The regions F6 walks through, in page order; the toast region of the toolkit is one of them. */
export function findRegions(root: ParentNode): readonly HTMLElement[] {
  const found = root.querySelectorAll<HTMLElement>('[data-region], [role="region"][aria-label="Messages"]');
  return [...found].filter((region) => region.closest('[aria-hidden="true"], [inert]') === null);
}

/** The region after (or before) the one that holds the focus, around the ends; undefined when there is none. */
export function nextRegion(
  regions: readonly HTMLElement[],
  active: Element | null,
  isBackward: boolean,
): HTMLElement | undefined {
  const at = regions.findLastIndex((region) => region.contains(active));
  if (at === -1) return isBackward ? regions.at(-1) : regions[0];
  return regions[(at + (isBackward ? -1 : 1) + regions.length) % regions.length];
}

/** F6 and Shift+F6 move between regions. Returns the way to stop. */
export function listenForRegions(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
    const region = nextRegion(findRegions(document), document.activeElement, event.shiftKey);
    if (region === undefined) return;
    event.preventDefault();
    // The toolkit's own F6 knows only its toast region.
    event.stopImmediatePropagation();
    const inside = region.tabIndex >= -1 && region.hasAttribute('tabindex') ? region : null;
    (inside ?? region.querySelector<HTMLElement>(FOCUSABLE) ?? region).focus();
  };
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => removeEventListener('keydown', onKeyDown, { capture: true });
}
