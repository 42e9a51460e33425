/** Characters that begin markup somewhere in a line; all of them may be escaped in CommonMark. */
const MARKUP = /[\\`*_[\]<>#|~&$]/gu;
/** Characters and numbers that begin a list, a rule or an underlined heading at the start of a line. */
const LEADING_MARK = /^[-+=]/u;
const LEADING_NUMBER = /^(\d{1,9})([.)])/u;
/** Halves of a character that no file can hold. */
const LONE_HALVES = /\p{Cs}/gu;
/** Controls, and marks that turn the direction of what follows: they could show a line as another one. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** What a person wrote, as words in one line of a Markdown file: no headings, lists, links, HTML or breaks of their making. */
export function markdownText(text: string): string {
  return text
    .replaceAll(LONE_HALVES, '\uFFFD')
    .replaceAll(/[\s\u2028\u2029]+/gu, ' ')
    .replaceAll(UNSEEN, '')
    .trim()
    .replaceAll(MARKUP, String.raw`\$&`)
    .replace(LEADING_MARK, String.raw`\$&`)
    .replace(LEADING_NUMBER, String.raw`$1\$2`);
}

/** The same for a text of several lines: a quotation that keeps its lines. */
export function markdownQuote(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map(markdownText);
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(Math.max(0, first), last + 1).map((line, at, shown) => {
    const next = shown[at + 1];
    // A backslash at the end is a break; an empty line begins a paragraph by itself.
    return line === '' ? '>' : `> ${line}${next === undefined || next === '' ? '' : '\\'}`;
  });
}
