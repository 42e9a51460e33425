const PAGE_ROWS = 10;

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where a list goes on a key; undefined when the key is not the list's. Stops at both ends. */
export function nextRowIndex(press: KeyPress, index: number, count: number): number | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || count === 0) return undefined;
  const last = count - 1;
  switch (press.key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(last, index + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + PAGE_ROWS);
    case 'PageUp':
      return Math.max(0, index - PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
