import type { MenuAction, MenuGroup } from '#src/ui/overlays/menu-types.ts';

/** A line of the palette. */
export interface Entry extends MenuAction {
  /** Other words it is found by. */
  words?: string | undefined;
}

/** What is looked among: a mark before the text narrows it (ux 4.4). */
export const MARKS = {
  '>': 'Commands',
  '#': 'Incidents',
  '@': 'People',
  ':': 'Types',
} as const;
export type PaletteMark = keyof typeof MARKS;

export interface Typed {
  readonly mark: PaletteMark | null;
  /** Lower case. */
  readonly words: readonly string[];
}

/** One group before it is narrowed. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly mark: PaletteMark | null;
  readonly entries: readonly Entry[];
  /** All of them have been chosen by the text already, in the order of their fit. */
  readonly isMatched?: true | undefined;
  /** How many there are beside `entries`. */
  readonly others?: number | undefined;
  /** It is being read: nothing can be said of it yet. */
  readonly isReading?: boolean | undefined;
  /** Why there may be more than is known here, as a sentence. */
  readonly lack?: string | undefined;
}

/** More would lag under a screen reader (ux 4.4). */
const MOST = 50;
const MOST_OF_MANY = 6;
const MOST_OF_ONE = 40;

function isMark(text: string | undefined): text is PaletteMark {
  return text !== undefined && Object.hasOwn(MARKS, text);
}

export function readTyped(text: string): Typed {
  const trimmed = text.trimStart();
  const first = trimmed[0];
  const mark = isMark(first) ? first : null;
  const rest = mark === null ? trimmed : trimmed.slice(1);
  return { mark, words: rest.toLowerCase().split(/\s+/u).filter(Boolean) };
}

/** How badly it fits, 0 for best; null when one of the words is not in it. */
export function misfitOf(
  { label, words = '' }: Pick<Entry, 'label' | 'words'>,
  wanted: readonly string[],
): number | null {
  const name = label.toLowerCase();
  const other = words.toLowerCase();
  let sum = 0;
  for (const word of wanted) {
    const misfit = misfitOfWord(name, other, word);
    if (misfit === null) return null;
    sum += misfit;
  }
  return sum;
}

function misfitOfWord(name: string, other: string, word: string): number | null {
  const at = name.indexOf(word);
  if (at === 0) return name.length === word.length ? 0 : 1;
  if (at > 0) return beginsWord(name, word) ? 2 : 3;
  if (!other.includes(word)) return null;
  return beginsWord(other, word) ? 4 : 5;
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/** Those with every word, the best fits first; of those alike the order stays. */
export function matching(entries: readonly Entry[], wanted: readonly string[]): readonly Entry[] {
  if (wanted.length === 0) return entries;
  return entries
    .flatMap((entry) => {
      const misfit = misfitOf(entry, wanted);
      return misfit === null ? [] : [{ entry, misfit }];
    })
    .sort((a, b) => a.misfit - b.misfit)
    .map(({ entry }) => entry);
}

export interface Shown {
  readonly groups: readonly MenuGroup[];
  /** Lines that can be chosen, also those there is no room for. */
  readonly total: number;
  /** More may come by itself. */
  readonly isReading: boolean;
}

/** The groups as they are shown: narrowed, cut, and each with what it does not know. */
export function shownOf(parts: readonly Part[], { mark, words }: Typed): Shown {
  const asked = mark === null ? parts : parts.filter((part) => part.mark === mark);
  const limit = mark === null && words.length > 0 ? MOST_OF_MANY : MOST_OF_ONE;
  let room = MOST;
  let total = 0;
  const groups = asked.flatMap((part): MenuGroup[] => {
    const found = part.isMatched === true ? part.entries : matching(part.entries, words);
    const shown = found.slice(0, Math.max(0, Math.min(limit, room - 1)));
    const more = found.length - shown.length + (part.others ?? 0);
    total += found.length + (part.others ?? 0);
    const notes = [more > 0 ? `${more} more: type more of the name` : undefined, part.lack].filter(
      (note) => note !== undefined,
    );
    const items = [
      ...shown.map(({ words: _words, ...item }) => item),
      // A note is a line like the others: whoever comes through them by key meets it.
      ...notes.map((label, at) => ({ id: `${part.id} note ${at}`, label, disabledReason: '' })),
    ].slice(0, room);
    room -= items.length;
    return items.length === 0 ? [] : [{ id: part.id, title: part.title, items }];
  });
  return { groups, total, isReading: asked.some(({ isReading }) => isReading === true) };
}
