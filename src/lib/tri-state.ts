export type TriStateMode = 'include' | 'exclude';

export interface TriStateItem {
  readonly value: string;
  readonly mode: TriStateMode;
}

/*
 * The URL form is the server's: `value:1` or `value:-1`, joined by commas, with `____` for a colon and `||||` for a
 * comma inside a value. Two writers exist that do not encode, so reading is lenient and writing is strict.
 */

/** Reads the URL form. Items with state 0 or without a value are left out; a missing state includes; the last mention of a value counts. */
export function parseTriState(text: string | null | undefined): TriStateItem[] {
  const items = new Map<string, TriStateItem>();
  for (const part of (text ?? '').split(',')) {
    const item = parseItem(part);
    if (item === undefined) continue;
    items.delete(item.value);
    if (item.mode !== 'none') items.set(item.value, { value: item.value, mode: item.mode });
  }
  return [...items.values()];
}

function parseItem(part: string): { value: string; mode: TriStateMode | 'none' } | undefined {
  const match = /^(?<raw>.*?)(?::(?<state>-?\d+))?$/su.exec(part);
  const value = decodeValue(match?.groups?.['raw'] ?? '');
  if (value === '') return undefined;
  switch (match?.groups?.['state']) {
    case undefined:
    case '1':
      return { value, mode: 'include' };
    case '-1':
      return { value, mode: 'exclude' };
    default:
      return { value, mode: 'none' };
  }
}

/** Writes the URL form; an empty list is the empty string. Values that the form cannot carry are refused by `isEncodable`. */
export function formatTriState(items: readonly TriStateItem[]): string {
  return items.map(({ value, mode }) => `${encodeValue(value)}:${mode === 'include' ? '1' : '-1'}`).join(',');
}

/** The compiled form that goes to the server: `FAILED,!SUCCESS`. A comma inside a value is ambiguous there (as built). */
export function compileTriState(items: readonly TriStateItem[]): string {
  return items.map(({ value, mode }) => (mode === 'exclude' ? `!${value}` : value)).join(',');
}

/** False for values that hold the stand-ins themselves (or underscores and bars beside a colon or comma). */
export function isEncodable(value: string): boolean {
  return value !== '' && decodeValue(encodeValue(value)) === value;
}

function encodeValue(value: string): string {
  return value.replaceAll(',', '||||').replaceAll(':', '____');
}

function decodeValue(text: string): string {
  return text.replaceAll('____', ':').replaceAll('||||', ',');
}

/** Sets one value: `undefined` returns it to Any. With `isExclusive`, choosing one mode removes items of the other (the dropdowns' rule). */
export function withTriState(
  items: readonly TriStateItem[],
  value: string,
  mode: TriStateMode | undefined,
  isExclusive = false,
): TriStateItem[] {
  const others = items.filter((item) => item.value !== value);
  if (mode === undefined) return others;
  const kept = isExclusive ? others.filter((item) => item.mode === mode) : others;
  return [...kept, { value, mode }];
}
