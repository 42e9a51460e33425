import * as v from 'valibot';
import { own } from '#sync/protocol/own.ts';

/**
 * What a parameter decides: which rows are there (`filter`), how they are shown (`view`), in which order the same rows
 * stand (`order`), which of their pages is shown (`page`), or what is open over them (`place`).
 */
export type Role = 'filter' | 'view' | 'order' | 'page' | 'place';

/** One filter in force, and the value without it. */
export interface Chip<V> {
  readonly field: string;
  readonly text: string;
  readonly isExcluded?: boolean;
  readonly without: V | undefined;
}

/**
 * The name of what a parameter stands for, or one of its values where it has several; undefined where the value is its
 * own name or the name is not known.
 */
export type NameOf = (param: string, value?: string) => string | undefined;

type NameOfOne = (value: string) => string | undefined;

/** One parameter of an address. */
export interface Param<V, D extends V | undefined = V | undefined> {
  readonly role: Role;
  /** Assumed where the address says nothing. */
  readonly initial: D;
  /** The value that removes the filter, where the absent one is another. */
  readonly none?: V | undefined;
  /** Reads what came from outside; what cannot be read counts as absent. */
  readonly schema: v.GenericSchema<unknown, V | undefined>;
  /** `name` is that of what the value stands for, `nameOf` that of one of several, where they are known. */
  readonly chips?: (value: V, name: string | undefined, nameOf: NameOfOne) => readonly Chip<V>[];
  /** Parameters that begin anew when this one changes. */
  readonly resets?: readonly string[];
}

interface AnyParam extends Pick<Param<unknown>, 'role' | 'resets'> {
  readonly initial: unknown;
  readonly none?: unknown;
  readonly schema: v.GenericSchema<unknown, unknown>;
  readonly chips?: (value: never, name: string | undefined, nameOf: NameOfOne) => readonly Chip<unknown>[];
}
export type Params = Readonly<Record<string, AnyParam>>;
type ValueOf<P extends AnyParam> = Exclude<v.InferOutput<P['schema']>, undefined>;
type Unset<P extends AnyParam> = Extract<P['initial'], undefined>;

/** What stands in the address: nothing that would be assumed anyway. */
export type SearchOf<P extends Params> = { readonly [K in keyof P]?: ValueOf<P[K]> | undefined };
/** What is shown: every parameter with its value. */
export type ViewOf<P extends Params> = { readonly [K in keyof P]: ValueOf<P[K]> | Unset<P[K]> };

/** A chip, and the change that takes its filter away. */
export interface SearchChip<P extends Params> extends Omit<Chip<unknown>, 'without'> {
  readonly part: SearchOf<P>;
}

/** The query of a page's address: read, shown, changed and written. */
export interface SearchSpec<P extends Params> {
  readonly path: string;
  /** How long typing waits until the address has it, in milliseconds. */
  readonly typingMs: number;
  /** Never refuses: a malformed value is an undefined key, because the router lays the answer over the address. */
  readonly schema: v.GenericSchema<unknown, SearchOf<P>>;
  readonly params: P;
  readonly view: (search: SearchOf<P>) => ViewOf<P>;
  /** Without what would be assumed anyway, in the order of the parameters. */
  readonly plain: (search: SearchOf<P>) => SearchOf<P>;
  readonly href: (search: SearchOf<P>) => string;
  /** The search with a change in it; what the change resets is gone. */
  readonly apply: (search: SearchOf<P>, part: SearchOf<P>) => SearchOf<P>;
  readonly hasFilters: (search: SearchOf<P>) => boolean;
  /** The change that takes every filter away. */
  readonly clearing: (search: SearchOf<P>) => SearchOf<P>;
  readonly chips: (search: SearchOf<P>, nameOf: NameOf) => readonly SearchChip<P>[];
  /** The same for searches that list the same rows: others are shown from the top. */
  readonly listKey: (search: SearchOf<P>) => string;
  /** The same for searches that list the same rows in the same order. */
  readonly orderKey: (search: SearchOf<P>) => string;
}

interface Given<P extends Params> {
  readonly path: string;
  readonly typingMs: number;
  readonly params: P;
}

/** A text as the router reads it back: what it would take for a list, an object or a quoted text is quoted. */
function asText(text: string): string {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' || typeof read === 'string' ? JSON.stringify(text) : text;
  } catch {
    // No JSON: it comes back letter by letter.
    return text;
  }
}

/** Makes a search of its parameters; their order is that of the address and of the chips. */
export function searchSpec<const P extends Params>({ path, typingMs, params }: Given<P>): SearchSpec<P> {
  type Search = SearchOf<P>;
  const names = Object.keys(params);
  const paramOf = (name: string): AnyParam | undefined => own(params, name);
  const valueOf = (search: Search, name: string): unknown => own<unknown>(search, name);
  // as: made of values of these parameters
  const searchOf = (entries: readonly (readonly [string, unknown])[]): Search =>
    Object.fromEntries(entries) as Search;

  const plain = (search: Search): Search =>
    searchOf(
      names.flatMap((name) => {
        const value = valueOf(search, name);
        return isEmpty(value) || isSame(value, paramOf(name)?.initial) ? [] : [[name, value] as const];
      }),
    );
  const only = (search: Search, roles: readonly Role[]): Search =>
    searchOf(Object.entries(search).filter(([name]) => roles.includes(paramOf(name)?.role ?? 'place')));
  const href = (search: Search): string => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(plain(search))) {
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : asText(String(value)));
    }
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };
  const entries = Object.fromEntries(names.map((name) => [name, optional(paramOf(name)?.schema)]));
  return {
    path,
    typingMs,
    params,
    // as: each entry reads the values of its own parameter
    schema: v.object(entries) as unknown as v.GenericSchema<unknown, Search>,
    view: (search) =>
      // as: every parameter with its value
      Object.fromEntries(
        names.map((name) => [name, valueOf(search, name) ?? paramOf(name)?.initial]),
      ) as ViewOf<P>,
    plain,
    href,
    apply(search, part) {
      const changed = Object.keys(part).filter((name) => !isSame(valueOf(search, name), valueOf(part, name)));
      const isOtherList = changed.some((name) => !UNCHANGED_BY.has(paramOf(name)?.role ?? 'place'));
      // Other rows, or another order of them, begin with the first page.
      const pages = names.filter((name) => isOtherList && paramOf(name)?.role === 'page');
      const gone = [...pages, ...changed.flatMap((name) => paramOf(name)?.resets ?? [])].filter(
        (name) => !Object.hasOwn(part, name),
      );
      const next = { ...search, ...part, ...Object.fromEntries(gone.map((name) => [name, undefined])) };
      return plain(next);
    },
    hasFilters: (search) => Object.keys(only(plain(search), ['filter'])).length > 0,
    clearing: (search) =>
      searchOf(Object.keys(only(plain(search), ['filter'])).map((name) => [name, undefined])),
    chips: (search, nameOf) =>
      names.flatMap((name) => {
        const param = paramOf(name);
        const value = valueOf(search, name) ?? param?.initial;
        if (param?.chips === undefined || isEmpty(value) || value === false) return [];
        // as: a value that this parameter read
        return param
          .chips(value as never, nameOf(name), (one) => nameOf(name, one))
          .map(({ without, ...chip }) => ({
            ...chip,
            part: searchOf([[name, without]]),
          }));
      }),
    listKey: (search) => href(only(search, ['filter', 'view', 'page'])),
    orderKey: (search) => href(only(search, ['filter', 'view', 'page', 'order'])),
  };
}

/** Roles whose change leaves the list as it is. */
const UNCHANGED_BY: ReadonlySet<Role> = new Set<Role>(['page', 'place']);

function optional(schema: v.GenericSchema<unknown, unknown> | undefined): v.GenericSchema<unknown, unknown> {
  return v.optional(schema ?? v.undefined());
}

/** Nothing is filtered or chosen by it. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
