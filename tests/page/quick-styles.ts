/*
 * Queries by role ask for the style of every element and of all around it, and jsdom answers by matching its sheet of
 * defaults against each: half the time of these tests. No test loads a sheet of its own, so an element looks as its tag
 * and its attributes say.
 */

const asked = globalThis.getComputedStyle.bind(globalThis);

const displays = new Map<string, string>();

/** Of an element of that name without attributes, as jsdom has it. */
function displayOf(tag: string): string {
  const known = displays.get(tag);
  if (known !== undefined) return known;
  const { display } = asked(document.createElement(tag));
  displays.set(tag, display);
  return display;
}

type Inherited = 'visibility' | 'pointerEvents';

function inherited(element: Element, property: Inherited, otherwise: string): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const value = at instanceof HTMLElement || at instanceof SVGElement ? at.style[property] : '';
    if (value !== '' && value !== 'inherit') return value;
  }
  return otherwise;
}

function quick(element: Element, style: CSSStyleDeclaration, property: string): string | undefined {
  switch (property) {
    case 'display':
      if (style.display !== '') return style.display;
      return element.hasAttribute('hidden') ? 'none' : displayOf(element.localName);
    case 'visibility':
      return inherited(element, 'visibility', 'visible');
    case 'pointerEvents':
    case 'pointer-events':
      return inherited(element, 'pointerEvents', 'auto');
    default:
      return undefined;
  }
}

globalThis.getComputedStyle = (element, pseudo) => {
  if (pseudo !== undefined && pseudo !== null) return asked(element, pseudo);
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return asked(element);
  const read = (style: CSSStyleDeclaration, property: string): string =>
    quick(element, style, property) ?? asked(element).getPropertyValue(property);
  return new Proxy(element.style, {
    get(style, name) {
      if (name === 'getPropertyValue') return (property: string) => read(style, property);
      if (typeof name !== 'string') return Reflect.get(style, name);
      return quick(element, style, name) ?? (Reflect.get(asked(element), name) as unknown);
    },
  });
};
