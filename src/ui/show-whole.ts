/** A ref for what appears below the window, where nothing else scrolls to it. Of one that is higher, its beginning. */
export function showWhole(element: HTMLElement | null): void {
  if (element !== null && 'scrollIntoView' in Element.prototype) element.scrollIntoView({ block: 'nearest' });
}
