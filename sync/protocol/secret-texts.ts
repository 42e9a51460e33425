import { bearsSecret, isSecretKey, secretReference } from './document.ts';

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

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
