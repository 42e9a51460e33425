import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { parse, stringify } from 'yaml';
import { sameJson } from '#sync/protocol/same-json.ts';
import { isRow } from '#src/views/row-text.ts';

/** What a change has on record of the content. */
export interface RecordedDiff {
  readonly diff: string | null;
  /** A JSON merge patch from the content before to the content after. */
  readonly patches: unknown;
  /** So often it happened; only the last time is on record. */
  readonly count: number | null;
}

/** The content before a change, or why it cannot be told. */
export type Rewound =
  | { readonly is: 'found'; readonly config: unknown }
  | { readonly is: 'unsound'; readonly why: string };

/**
 * Takes a change back from the content that it led to. Sound only where its diff fits that content to the letter and in
 * one place alone, and where its patch, if there is one, leads from the result to the content again.
 */
export function rewind(after: unknown, { diff, patches, count }: RecordedDiff): Rewound {
  if ((count ?? 1) > 1) return unsound(`it happened ${count} times, and only the last diff is on record`);
  if (diff === null || diff === '') return unsound('the server kept no diff of it');
  const patch = patchOf(diff);
  if (patch === null) return unsound('its diff cannot be read');
  for (const { write, read } of WRITINGS) {
    const text = write(after);
    if (text === null || !fits(patch, text)) continue;
    const before = applyPatch(text, reversePatch(patch), { fuzzFactor: 0 });
    const config = before === false ? undefined : read(before);
    if (config === undefined) continue;
    const forward = mergePatch(patches);
    if (forward !== undefined && !sameJson(merged(config, forward), after))
      return unsound('its diff and its patch contradict each other');
    return { is: 'found', config };
  }
  return unsound('its diff does not fit the content');
}

function unsound(why: string): Rewound {
  return { is: 'unsound', why };
}

interface Writing {
  readonly write: (config: unknown) => string | null;
  /** Undefined for what is none. */
  readonly read: (text: string) => unknown;
}

const readYaml = (text: string): unknown => {
  try {
    return parse(text) as unknown;
  } catch {
    // Not every diff is one of YAML: the next writing is tried.
    return undefined;
  }
};
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The same for JSON.
    return undefined;
  }
};
const json = (indent: string | number, isSorted: boolean): Writing => ({
  write: (config) =>
    typeof config === 'string'
      ? null
      : `${JSON.stringify(isSorted ? sorted(config) : config, null, indent)}\n`,
  read: readJson,
});

/** The texts that a server may have compared. */
const WRITINGS: readonly Writing[] = [
  { write: (config) => (typeof config === 'string' ? config : null), read: (text) => text },
  {
    write: (config) => (typeof config === 'string' ? null : stringify(sorted(config), { lineWidth: 0 })),
    read: readYaml,
  },
  {
    write: (config) => (typeof config === 'string' ? null : stringify(config, { lineWidth: 0 })),
    read: readYaml,
  },
  json(2, true),
  json(2, false),
  json('\t', true),
  json(4, true),
];

/** The same document with the keys of every object in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function patchOf(diff: string): StructuredPatch | null {
  try {
    const [patch, ...others] = parsePatch(diff);
    return patch === undefined || others.length > 0 || patch.hunks.length === 0 ? null : patch;
  } catch {
    // What came as a diff is none.
    return null;
  }
}

/** Every hunk stands in the text where it says, or nowhere else than in one place. */
function fits({ hunks }: StructuredPatch, text: string): boolean {
  const lines = text.split('\n');
  return hunks.every(({ newStart, lines: raw }) => {
    const wanted = raw.filter((line) => !/^[-\\]/u.test(line)).map((line) => line.slice(1));
    if (wanted.length === 0) return false;
    const isAt = (at: number): boolean => wanted.every((line, offset) => lines[at + offset] === line);
    if (isAt(newStart - 1)) return true;
    let places = 0;
    for (let at = 0; at + wanted.length <= lines.length; at += 1) if (isAt(at)) places += 1;
    return places === 1;
  });
}

/** Undefined where there is none that says anything. */
function mergePatch(patches: unknown): unknown {
  const value = typeof patches === 'string' ? readJson(patches) : patches;
  return isRow(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isRow(patch)) return patch;
  const result = new Map(Object.entries(isRow(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, merged(result.get(key), value));
  }
  return Object.fromEntries(result);
}
