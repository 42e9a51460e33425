import {
  bearsSecret,
  isOfSecretType,
  isSecretKey,
  MAX_DEPTH,
  secretKeysOf,
  secretReference,
} from './keys.ts';
import { isPath, lastOfPath } from '../json-path.ts';

/*
 * What looks like a secret in a text of any kind (D22). It errs towards one: the text is shown as it came, and kept without it.
 */

/** Stands in what is kept in place of what looks like a secret. */
export const NOT_KEPT = '[not kept]';

/** Of JSON within JSON the quotes are escaped, as often as it is deep. */
const QUOTE = String.raw`\\*["']`;
/** To the quote that ends what the quote before it began, or to the end of the text. */
const QUOTED = String.raw`(?<open>${QUOTE})(?<quoted>(?:(?!\k<open>)(?:\\+(?:[\s\S]|$)|[^\\]))*)`;
const SEPARATOR = String.raw`(?:${QUOTE})?\s*[=:]>?\s*`;
const SECRET_WORD = 'pass(?:word|wd|phrase)|secret|token|(?:api|access|private|secret)[-_ ]?key|credential';
const SCHEME = String.raw`(?:(?:bearer|basic|digest|negotiate|token)\s+)?`;

const secretPair = new RegExp(
  String.raw`(?<head>(?:${SECRET_WORD})s?${SEPARATOR})(?:${QUOTED}|(?<bare>${SCHEME}(?:\[not kept\]|[^\s"',;&}]{3,})))`,
  'giu',
);
/** A header's value goes to the end of its line: cookies have several, and what a scheme says has words of its own. */
const secretHeader = new RegExp(
  String.raw`(?<head>(?:authorization|cookies?)${SEPARATOR})(?:${QUOTED}|(?<bare>[^\s"'\\][^\r\n]*))`,
  'giu',
);
const scheme = new RegExp(`^${SCHEME}`, 'iu');
/** Not in the middle of a word, except that an escaped end of a line is none. */
const START = String.raw`(?:(?<![A-Za-z\d])|(?<=\\[nrt]))`;
const bearer = new RegExp(String.raw`${START}((?:bearer|basic)\s+)[\w~+/.=-]{8,}`, 'giu');
const urlPassword = /(\w+:\/\/[^\s/:@]*:)(?!\[not kept\])[^\s/@]+(?=@)/gu;
/** What begins like these is a key or a token of a known make, whatever stands before it. */
const knownMakes = new RegExp(
  String.raw`${START}(?:AKIA[A-Z\d]{16}|gh[pousr]_\w{30,}|xox[abprs]-[\w-]{10,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)`,
  'gu',
);

const pemEdge = /-----(?:BEGIN|END) [A-Z\d ]+-----/u;
const pemBlock = /(-----BEGIN [A-Z\d ]+-----)(?!\[not kept\])[\s\S]+?(?=-----END [A-Z\d ]+-----|$)/gu;
/** A line of a block that came line by line, as long as they are; the last of them is shorter. */
const pemLine = /^([\t >|]*)[A-Za-z\d+/]{60,76}={0,2}(?=\s*$)/gmu;
const pemShortLine = /^([\t >|]*)[A-Za-z\d+/]{12,}={0,2}(?=\s*$)/gmu;

/** True where a key or certificate in lines begins or ends. */
export function hasPemEdge(text: string): boolean {
  return pemEdge.test(text);
}

/** What stands in the place of a secret and is none. */
const harmless = /^(?:\*+|null|none|nil|undefined|\[not kept\]|)$/iu;

type Groups = Readonly<Partial<Record<'head' | 'open' | 'quoted' | 'bare', string>>>;

function pairWithout(...match: readonly unknown[]): string {
  const { head = '', open = '', quoted, bare = '' } = match.at(-1) as Groups; // the last of what a replacer is given
  const value = quoted ?? bare;
  const [how = ''] = scheme.exec(value) ?? [];
  const isHarmless = harmless.test(value.slice(how.length).trim());
  return `${head}${open}${isHarmless ? value : how + NOT_KEPT}`;
}

/** A text without what looks like a secret; `isAmongPem`: lines around it begin or end a block. */
export function withoutSecrets(text: string, isAmongPem = false): string {
  return text
    .replaceAll(pemBlock, `$1${NOT_KEPT}`)
    .replaceAll(isAmongPem ? pemShortLine : pemLine, `$1${NOT_KEPT}`)
    .replaceAll(secretHeader, pairWithout)
    .replaceAll(secretPair, pairWithout)
    .replaceAll(bearer, `$1${NOT_KEPT}`)
    .replaceAll(urlPassword, `$1${NOT_KEPT}`)
    .replaceAll(knownMakes, NOT_KEPT);
}

/** The value of a key without what looks like a secret: all of it, where the key says that it is one. */
export function withoutSecretValue(key: string, value: string): string {
  const isSecret = isSecretKey(key) || /cookies?$/iu.test(key);
  return isSecret && !harmless.test(value) ? NOT_KEPT : withoutSecrets(value);
}

/** True for a value of a column that holds, or looks as if it held, a secret: under a key that says so, or in a text (D22). */
export function isSecretValue(value: unknown): boolean {
  return (
    bearsSecret(null, value) ||
    textsIn(value).some((text) => !secretReference.test(text) && withoutSecrets(text) !== text)
  );
}

/** The same for a column, or for a value within one: there its own name says what it is. */
export function isSecretAt(column: string, value: unknown): boolean {
  return isSecretValue(isPath(column) ? { [lastOfPath(column)]: value } : value);
}

/** True for a value that was changed where secrets had been left out of it, and looks as if a person had typed one. */
export function hasNewSecret(value: unknown): boolean {
  const text = JSON.stringify(value ?? null).replaceAll(NOT_KEPT, '');
  return isSecretValue(JSON.parse(text));
}

/** True for a value some of which was left out where it was kept. */
export function isWithheld(value: unknown): boolean {
  return textsIn(value).some((text) => text.includes(NOT_KEPT));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Shorter secrets stand by chance in other texts; where one is, nothing can be said of the rest. */
const LEAST_SECRET = 4;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A secret as other texts may have it: as it is, in an address, in JSON, also in JSON within JSON. */
function spellings(secret: string): readonly string[] {
  const once = inJson(secret);
  const twice = inJson(once);
  return [secret, inAddress(secret), once, twice, inJson(twice)];
}

function inAddress(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // half a character: no address can hold it
  }
}

/**
 * A body as it may be stored, and how many of its texts are not in it: literals under a key that names a secret, whatever
 * repeats one of them, and what looks like a secret within other texts. Null where nothing of it may be stored: it is of a
 * secret type, too deep to be looked through, or a secret of it is too short to be found again.
 */
export function bodyWithoutSecrets(
  type: string | null,
  body: unknown,
): { readonly body: unknown; readonly hidden: number } | null {
  if (isOfSecretType(type, body)) return null;
  if (!bearsSecret(type, body)) return { body, hidden: 0 };
  const secrets = secretsIn(body, 0);
  if (secrets === null || secrets.some((secret) => secret.length < LEAST_SECRET)) return null;
  const known = [...new Set(secrets.flatMap(spellings))];
  let hidden = 0;
  const textWithout = (text: string): string => {
    if (known.some((secret) => text.includes(secret))) return NOT_KEPT;
    const within = jsonWithin(text);
    return within !== undefined && isSecretValue(within) ? NOT_KEPT : withoutSecrets(text);
  };
  const without = (value: unknown, isSecret: boolean): unknown => {
    if (typeof value === 'string') {
      const kept = isSecret ? NOT_KEPT : textWithout(value);
      if (kept !== value) hidden += 1;
      return kept;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => without(each, isSecret));
    const secretKeys = new Set(secretKeysOf(value));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, without(inner, isSecret || secretKeys.has(key))]),
    );
  };
  return { body: without(body, false), hidden };
}

/** What a text says as JSON, also in JSON again: what was applied last, say, may have secrets of its own. */
function jsonWithin(text: string): unknown {
  if (!/^\s*["[{]/u.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? jsonWithin(value) : value;
  } catch {
    return undefined; // it only began like that
  }
}

/** The secrets themselves; null where they lie too deep. */
function secretsIn(value: unknown, depth: number): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > MAX_DEPTH) return null;
  const secretKeys = Array.isArray(value) ? [] : secretKeysOf(value);
  const found = secretKeys.flatMap((key) => textsIn(Reflect.get(value, key)));
  for (const inner of Object.values(value)) {
    const below = secretsIn(inner, depth + 1);
    if (below === null) return null;
    found.push(...below);
  }
  return found;
}
