import * as v from 'valibot';
import {
  formatLabelFilter,
  parseLabelFilter,
  withLabelItems,
  type LabelFilterItem,
} from '#src/lib/label-filter.ts';
import { isTimeRangeOption, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import {
  formatTriState,
  isEncodable,
  parseTriState,
  withTriState,
  type TriStateItem,
} from '#src/lib/tri-state.ts';
import type { Param, Role } from './search-spec.ts';

/*
 * The parameters that addresses are made of, each with the spelling of the wire. What is malformed counts as absent; texts come
 * as numbers or flags where the router could read them as such.
 */

const MAX_TEXT = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const plainText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

interface Words {
  readonly role?: Role;
  /** Names the filter on its chip; without it there is none. */
  readonly field?: string;
  readonly resets?: readonly string[];
}

/** Reads a text by `read`; undefined and what throws nothing at all count as absent. */
export function reading<V>(read: (text: string) => V | undefined): v.GenericSchema<unknown, V | undefined> {
  return v.fallback(v.optional(v.pipe(plainText, v.transform(read))), undefined);
}

interface ChoiceWords<V, N> extends Words {
  /** The value that removes the filter, where the absent one is another. */
  readonly none?: N;
  readonly titleOf?: (value: V) => string;
}

/** One of a closed set, read without regard to case and underscores. */
export function choice<const V extends string, const D extends V | undefined, const N extends V = never>(
  values: readonly V[],
  initial: D,
  { role = 'filter', field, none, titleOf = String, resets = [] }: ChoiceWords<V, N> = {},
): Param<V, D> {
  const wanted = new Map(values.map((value) => [plainKey(value), value]));
  return {
    role,
    initial,
    none,
    resets,
    schema: reading((text) => wanted.get(plainKey(text))),
    ...(field === undefined
      ? {}
      : {
          chips: (value: V) => [
            {
              field,
              text: value === none ? 'Any' : titleOf(value),
              without: value === none ? undefined : none,
            },
          ],
        }),
  };
}

/** `technical_debt` is `technicalDebt`. */
function plainKey(value: string): string {
  return value.replaceAll('_', '').toLowerCase();
}

interface TextWords extends Words {
  readonly maxLength?: number;
  /** Longer ones are cut where they still mean something, as a search does; names are not. */
  readonly isCut?: boolean;
}

/** Free text; blank is none. */
export function text({
  role = 'filter',
  field,
  maxLength = MAX_TEXT,
  isCut = false,
  resets = [],
}: TextWords = {}): Param<string, ''> {
  return {
    role,
    initial: '',
    resets,
    schema: reading((raw) => {
      const trimmed = raw.trim();
      if (trimmed.length <= maxLength) return trimmed === '' ? undefined : trimmed;
      return isCut ? trimmed.slice(0, maxLength) : undefined;
    }),
    ...(field === undefined
      ? {}
      : {
          chips: (value: string, name) => [{ field, text: name ?? value, without: undefined }],
        }),
  };
}

/** What something is gathered by: a name that is read by whichever of its spellings. */
export function dimension(
  initial: string,
  read: (name: string) => string,
  { role = 'view', resets = [] }: Omit<Words, 'field'> = {},
): Param<string, string> {
  return {
    role,
    initial,
    resets,
    schema: reading((raw) => {
      const name = raw.trim();
      return name === '' || name.length > MAX_NAME ? undefined : read(name);
    }),
  };
}

/** A label key has up to 317 characters (a prefix, a slash and a name). */
export const MAX_NAME = 400;

/** An id, shown by its name. */
export function id({ role = 'filter', field, resets = [] }: Words = {}): Param<string, undefined> {
  return {
    role,
    initial: undefined,
    resets,
    schema: reading((raw) => (UUID.test(raw) ? raw.toLowerCase() : undefined)),
    ...(field === undefined
      ? {}
      : { chips: (_value: string, name) => [{ field, text: name ?? '…', without: undefined }] }),
  };
}

interface FlagWords extends Words {
  /** What the chip says of the field while it is set. */
  readonly on?: string;
}

/** Set by `true` and `1`. */
export function flag({ role = 'filter', field, on = 'on', resets = [] }: FlagWords = {}): Param<
  boolean,
  false
> {
  return {
    role,
    initial: false,
    resets,
    schema: reading((raw) => raw === 'true' || raw === '1' || undefined),
    ...(field === undefined ? {} : { chips: () => [{ field, text: on, without: undefined }] }),
  };
}

/** On or off, and which of them is assumed. */
export function toggle(
  initial: boolean,
  { role = 'filter', resets = [] }: Omit<Words, 'field'> = {},
): Param<boolean, boolean> {
  return {
    role,
    initial,
    resets,
    schema: reading((raw) => ON_OFF.get(raw)),
  };
}

const ON_OFF: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A whole number within limits, as a page or a size is. */
export function whole(
  initial: number,
  {
    role = 'view',
    min = 0,
    max = Number.MAX_SAFE_INTEGER,
    resets = [],
  }: Omit<Words, 'field'> & {
    readonly min?: number;
    readonly max?: number;
  } = {},
): Param<number, number> {
  return {
    role,
    initial,
    resets,
    schema: reading((raw) => {
      const value = raw.trim() === '' ? Number.NaN : Number(raw);
      return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
    }),
  };
}

/** One of the named times back from now. */
export function range(words: Pick<Words, 'role'> = {}): Param<TimeRangeOption, undefined> {
  return {
    role: words.role ?? 'view',
    initial: undefined,
    schema: v.fallback(v.optional(v.custom<TimeRangeOption>(isTimeRangeOption)), undefined),
  };
}

/** Spec 2.4: "collapses to a count when more than 4 values are selected". */
const MAX_CHIPS = 4;
const MAX_ITEMS = 200;

interface TriStateWords extends Omit<Words, 'field'> {
  /** A value as people read it. */
  readonly titleOf?: (value: string) => string;
  /** Others count as absent. */
  readonly fits?: (value: string) => boolean;
}

/** Values that are kept or left out, as `value:1,other:-1`. */
export function triState(
  field: string,
  { role = 'filter', resets = [], titleOf = String, fits = () => true }: TriStateWords = {},
): Param<string, ''> {
  return {
    role,
    initial: '',
    resets,
    schema: reading((raw) => {
      const items = parseTriState(raw)
        .filter(({ value }) => isEncodable(value) && fits(value))
        .slice(0, MAX_ITEMS);
      return items.length === 0 ? undefined : formatTriState(items);
    }),
    chips: (value, _name, nameOf) => {
      const items = parseTriState(value);
      const write = (rest: readonly TriStateItem[]): string | undefined =>
        rest.length === 0 ? undefined : formatTriState(rest);
      return chipsOf(field, items, write, (one) => nameOf(one) ?? titleOf(one));
    },
  };
}

/** The value of a three-state filter with one of its values set. */
export function withTriStateValue(
  held: string,
  value: string,
  mode: TriStateItem['mode'] | undefined,
): string {
  return formatTriState(withTriState(parseTriState(held), value, mode));
}

/**
 * Labels as the router carries them: `{"canary:app:web": 1, "canary:tier:db": -1}`, 1 keeps and -1 leaves out. An
 * object, because the router writes a text that is JSON with quotes around it.
 */
export type LabelChoices = Readonly<Record<string, 1 | -1>>;

/** Values of label keys that are kept or left out; each key has chips of its own. */
export function labels({ role = 'filter', resets = [] }: Omit<Words, 'field'> = {}): Param<
  LabelChoices,
  LabelChoices
> {
  return {
    role,
    initial: NO_LABELS,
    resets,
    schema: v.pipe(
      v.unknown(),
      v.transform((raw): LabelChoices | undefined => {
        const choices = labelChoices(parseLabelFilter(typeof raw === 'string' ? raw : JSON.stringify(raw)));
        return Object.keys(choices).length === 0 ? undefined : choices;
      }),
    ),
    chips: (value) => {
      const items = labelItems(value);
      return [...new Set(items.map(({ key }) => key))].flatMap((key) =>
        chipsOf(
          key,
          items.filter((item) => item.key === key),
          (rest) => labelChoices(withLabelItems(items, key, rest)),
        ),
      );
    },
  };
}

const NO_LABELS: LabelChoices = {};

export function labelItems(choices: LabelChoices): LabelFilterItem[] {
  return parseLabelFilter(JSON.stringify(choices));
}

/** In one order, whatever order they were chosen in, so that equal filters are one address. */
export function labelChoices(items: readonly LabelFilterItem[]): LabelChoices {
  const inOrder = items
    .slice(0, MAX_ITEMS)
    .toSorted((a, b) => compare(a.key, b.key) || compare(a.value, b.value));
  const written = formatLabelFilter(inOrder);
  return written === undefined ? {} : (JSON.parse(written) as LabelChoices); // as: written by the line above
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One chip for each value, or one for all of many. */
function chipsOf<V>(
  field: string,
  items: readonly TriStateItem[],
  write: (rest: readonly TriStateItem[]) => V,
  textOf: (value: string) => string = String,
) {
  if (items.length > MAX_CHIPS) return [{ field, text: `${items.length} selected`, without: write([]) }];
  return items.map((item) => ({
    field,
    text: textOf(item.value),
    isExcluded: item.mode === 'exclude',
    without: write(items.filter((other) => other !== item)),
  }));
}
