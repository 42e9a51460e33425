const ENDS = ['pointerup', 'pointercancel', 'mouseup', 'keyup'] as const;

/**
 * Runs `work` when no press is under way. A press takes the focus out of a field before it is over: what would appear
 * under the field at that moment moves the button away from the pointer, and the press is lost.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active') === null) {
    work();
    return;
  }
  const handleEnd = (): void => {
    for (const type of ENDS) window.removeEventListener(type, handleEnd);
    // The click of the same press comes after its end.
    setTimeout(work);
  };
  for (const type of ENDS) window.addEventListener(type, handleEnd);
}
