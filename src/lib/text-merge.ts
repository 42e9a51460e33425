import { diffArrays } from 'diff';

/** A stretch of text, and whether it stands in both versions or in one of them. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** What a version did to the text before it, word by word; words replaced in a row are one change. */
export function wordChanges(before: string, after: string): readonly TextPart[] {
  const base = wordsOf(before);
  const parts: TextPart[] = [];
  let at = 0;
  const same = (end: number): void => {
    if (end > at) parts.push({ kind: 'same', text: base.slice(at, end).join('') });
    at = end;
  };
  for (const { start, end, words } of joinedHunks(base, hunksOf(base, wordsOf(after)))) {
    same(start);
    if (end > start) parts.push({ kind: 'removed', text: base.slice(start, end).join('') });
    if (words.length > 0) parts.push({ kind: 'added', text: words.join('') });
    at = end;
  }
  same(base.length);
  return parts;
}

/** Replacements with nothing but space between them become one. */
function joinedHunks(base: readonly string[], hunks: readonly Hunk[]): readonly Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const between = last === undefined ? [] : base.slice(last.end, hunk.start);
    if (last === undefined || between.join('').trim() !== '') joined.push(hunk);
    else
      joined.splice(-1, 1, { ...hunk, start: last.start, words: [...last.words, ...between, ...hunk.words] });
  }
  return joined;
}

/** A replaced stretch of the words before: `[start, end)` becomes `words`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

function hunksOf(before: string[], after: string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | null = null;
  for (const { value, added, removed } of diffArrays(before, after)) {
    if (!added && !removed) {
      if (open !== null) hunks.push(open);
      open = null;
      at += value.length;
      continue;
    }
    const present: Hunk = open ?? { start: at, end: at, words: [] };
    if (removed) at += value.length;
    open = { start: present.start, end: at, words: added ? [...present.words, ...value] : present.words };
  }
  return open === null ? hunks : [...hunks, open];
}

function isSameHunk(a: Hunk, b: Hunk): boolean {
  return a.start === b.start && a.end === b.end && a.words.join('') === b.words.join('');
}

/** True when both change the same words, or put words into the same place. */
function touches(a: Hunk, b: Hunk): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/**
 * Both versions in one text, when they changed different words of the text before; null when they overlap and only a
 * person can say. What both changed in the same way counts once.
 */
export function mergeTexts(before: string, mine: string, theirs: string): string | null {
  const base = wordsOf(before);
  const ours = hunksOf(base, wordsOf(mine));
  const others = hunksOf(base, wordsOf(theirs)).filter((hunk) => !ours.some((own) => isSameHunk(own, hunk)));
  if (others.some((hunk) => ours.some((own) => touches(own, hunk)))) return null;
  const merged = [...ours, ...others].sort((a, b) => b.start - a.start);
  const words = [...base];
  for (const { start, end, words: replacement } of merged) words.splice(start, end - start, ...replacement);
  return words.join('');
}
