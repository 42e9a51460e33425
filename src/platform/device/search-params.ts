import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import * as v from 'valibot';

/** A search param of a closed set; anything else in the address becomes `undefined`. */
export function optionalOneOf<const T extends readonly [string, ...string[]]>(
  values: T,
): v.GenericSchema<unknown, T[number] | undefined> {
  return v.fallback(v.optional(v.picklist(values)), undefined);
}

/** Free text of the address, at most `maxLength` characters; lists and objects become `undefined`. */
export function optionalText(maxLength = 500): v.GenericSchema<unknown, string | undefined> {
  // The router reads `?search=42` as a number; it was typed as text.
  const text = v.pipe(
    v.union([v.string(), v.number(), v.boolean()]),
    v.transform(String),
    v.maxLength(maxLength),
  );
  return v.fallback(v.optional(text), undefined);
}

/** True for `true`, `"true"` and `1`; everything else is false. */
export function flagParam(): v.GenericSchema<unknown, boolean | undefined> {
  const yes = v.pipe(
    v.union([v.literal(true), v.literal('true'), v.literal(1), v.literal('1')]),
    v.transform(() => true),
  );
  return v.fallback(v.optional(yes), undefined);
}

export const PANELS = ['sync', 'log', 'keys', 'attach'] as const;
export type PanelName = (typeof PANELS)[number];

/** `?panel=` may stand on any route (ux 6.3). */
export const panelSearchSchema = v.object({ panel: optionalOneOf(PANELS) });

/** A search that a page reads by a schema of its own. */
export const rawSearchSchema: v.GenericSchema<unknown, object> = v.record(v.string(), v.unknown());

/** Makes `validateSearch` of a route: never throws, drops what the schema does not know. */
export function parseSearch<T>(schema: v.GenericSchema<unknown, T>): (search: unknown) => T {
  return (search) => v.parse(schema, typeof search === 'object' && search !== null ? search : {});
}

/** JSON, except for numbers that are not written as one would print them: `816245e1` and `007` were typed as text. */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`${text} is a text`);
  return value;
}

/** How the router reads and writes the search of an address: what somebody typed comes back letter by letter. */
export const searchOfAddress = {
  parseSearch: parseSearchWith(parseValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseValue),
};
