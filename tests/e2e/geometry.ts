/* Measured inside a page: each function goes there as it is and may use nothing from outside itself. */

/** Targets smaller than `leastPx` in either direction; links in a sentence are exempt (WCAG 2.5.8). */
export function smallTargets(leastPx: number): string[] {
  return [
    ...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, [role=option]',
    ),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.closest('[aria-hidden=true], [inert], .sr-only') === null)
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => {
      // A press on a label is one on its field, and a row takes the press for the link in it.
      const row = element.closest(element.matches('[data-row-link]') ? '[role=row], tr' : '[role=row]');
      const target = element.closest('label') ?? row ?? element;
      const box = target.getBoundingClientRect();
      // A link that is stretched over its card by what is drawn after it is pressed anywhere on the card.
      const after = getComputedStyle(element, '::after');
      const isStretched = after.content !== 'none' && after.position === 'absolute';
      const width = Math.max(box.width, isStretched ? Number.parseFloat(after.width) : 0);
      const height = Math.max(box.height, isStretched ? Number.parseFloat(after.height) : 0);
      // Above the window waits what only the keyboard brings in; one pixel is for screen readers.
      if (box.bottom <= 0 || (width <= 1 && height <= 1)) return null;
      // Half a pixel is rounding of the layout.
      const isSmall = width > 0 && height > 0 && Math.min(width, height) < leastPx - 0.5;
      return isSmall ? `${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 160)}` : null;
    })
    .filter((line) => line !== null);
}

/** Rules that show a control only while a pointer is over something: with a finger it is never there (ux 4.12, 28). */
export function shownOnlyByHover(): string[] {
  const found: string[] = [];
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const { opacity, visibility, display } = rule.style;
        const shows = (opacity !== '' && opacity !== '0') || visibility === 'visible' || display !== '';
        if (shows && /:hover|data-hovered/u.test(rule.selectorText) && !/:focus/u.test(rule.selectorText)) {
          const selector = rule.selectorText.replaceAll(/:hover|\[data-hovered[^\]]*\]/gu, '');
          for (const element of document.querySelectorAll(selector === '' ? '*' : selector)) {
            const isControl =
              element.matches('a, button, input, [role=button]') ||
              element.querySelector('a, button') !== null;
            const isHidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
            if (isControl && isHidden) found.push(`${rule.selectorText}: ${element.outerHTML.slice(0, 160)}`);
          }
        }
      }
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) visit(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) visit(sheet.cssRules);
  return found;
}

/** What makes the page wider than the window, tables, code and graphs left out: those may scroll by themselves. */
export function widerThanWindow(): string[] {
  const root = document.documentElement;
  const main = document.querySelector('main') ?? root;
  const found: string[] = [];
  for (const element of [root, main]) {
    if (element.scrollWidth > element.clientWidth + 1) {
      found.push(`${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`);
      for (const child of element.querySelectorAll('*')) {
        const box = child.getBoundingClientRect();
        if (box.right > element.clientWidth + 1 && child.children.length === 0 && found.length < 6)
          found.push(`${Math.round(box.right)} ${child.outerHTML.slice(0, 160)}`);
      }
    }
  }
  return found;
}

/** Where a table is scrolled to, in pixels; the scroller is its own. Negative when it has none. */
export function scrollTopOf(table: Element): number {
  let scroller: Element | null = table;
  while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  return scroller?.scrollTop ?? -1;
}
