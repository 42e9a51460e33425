import type { Context } from 'hono';
import * as v from 'valibot';
import type { GatewayEnv } from '../context.ts';

/** Why a question cannot be answered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The body of a request as its schema reads it. Throws a Refusal. */
export async function readBody<S extends v.GenericSchema>(
  c: Context<GatewayEnv>,
  schema: S,
): Promise<v.InferOutput<S>> {
  const body = v.safeParse(schema, await c.req.json().catch(() => undefined)); // no JSON: fails the schema
  if (!body.success) throw new Refusal(body.issues[0].message);
  return body.output;
}

/** Conditions of a statement that is being written, with their parameters. */
export class Conditions {
  readonly params: unknown[] = [];
  readonly #texts: string[] = [];

  /** The place of a value in the statement. */
  param(value: unknown): string {
    this.params.push(value);
    return `$${this.params.length}`;
  }

  add(text: string): void {
    this.#texts.push(text);
  }

  /** All of them, or `true`. */
  get text(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ');
  }
}

const likePattern = (item: string): string =>
  item
    .replaceAll(/[\\%_]/gu, String.raw`\$&`)
    .replace(/^\*/u, '%')
    .replace(/\*$/u, '%');

/** A filter list of the server: `a,b*,!c`. Those without `!` are alternatives, none of those with it may match. */
export function addList(to: Conditions, column: string, list: string | undefined, isEncoded = false): void {
  const items = (list ?? '')
    .split(',')
    .map((item) => (isEncoded ? decode(item.trim()) : item.trim()))
    .filter((item) => item !== '' && item !== '!');
  const matches = (item: string): string =>
    /^\*|\*$/u.test(item)
      ? `coalesce(${column} like ${to.param(likePattern(item))}, false)`
      : `coalesce(${column} = ${to.param(item)}, false)`;
  const wanted = items.filter((item) => !item.startsWith('!'));
  if (wanted.length > 0) to.add(`(${wanted.map(matches).join(' or ')})`);
  for (const item of items) if (item.startsWith('!')) to.add(`not ${matches(item.slice(1))}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign is what it is
  }
}

/** `a=b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, separated by commas outside the brackets. */
const REQUIREMENT =
  /^\s*(?:(?<not>!)?(?<bare>[\w./-]+)|(?<key>[\w./-]+)\s*(?:(?<sign>==|=|!=)\s*(?<value>[^,()]*)|(?<set>in|notin)\s*\((?<values>[^()]*)\)))\s*$/u;

/** Adds a label selector on a JSON column; false when it cannot be read. */
export function addSelector(to: Conditions, column: string, selector: string | undefined): boolean {
  const parts = (selector ?? '').split(/,(?![^(]*\))/u).filter((part) => part.trim() !== '');
  for (const part of parts) {
    const found = REQUIREMENT.exec(part)?.groups;
    if (found === undefined) return false;
    const { not, bare, key, sign, value = '', set, values = '' } = found;
    const at = (name: string): string => `${column} ->> ${to.param(name)}`;
    if (bare !== undefined) {
      to.add(`${at(bare)} is ${not === undefined ? 'not null' : 'null'}`);
    } else if (key !== undefined) {
      const list = set === undefined ? [value.trim()] : values.split(',').map((each) => each.trim());
      const isIn = `coalesce(${at(key)} = any(${to.param(list)}), false)`;
      to.add(sign === '!=' || set === 'notin' ? `not ${isIn}` : isIn);
    }
  }
  return true;
}
