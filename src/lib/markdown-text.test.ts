import * as fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#src/ui/text/markdown-parse.ts';
import { markdownQuote, markdownText } from './markdown-text.ts';

/** The kinds of nodes of a tree without their words: what a text has made of the document. */
function shape(node: Nodes): unknown {
  return 'children' in node ? [node.type, ...node.children.map(shape)] : node.type;
}

const NASTY = [
  '# Owned',
  '- one',
  '+ two',
  '12) three',
  '1. four',
  '===',
  '---',
  '***',
  '> quoted',
  '```sh',
  '<script>alert(1)</script>',
  '<b onclick=x>bold</b>',
  '&lt;b&gt; &amp; &copy;',
  '[click](javascript:alert(1))',
  '![pixel](x)',
  '| a | b |',
  '~~gone~~ **loud** _thin_',
  String.raw`back\slash \* end\ `,
  '[x]: javascript:alert(1)',
  '[^1]: note',
  '$x$',
  'a\n# b\r\n- c\u2028> d',
  '\u202Etxt.exe\u202C',
  'half \uD83D end',
  '\t\tcode',
];

describe('words of people in a Markdown file', () => {
  it.each(NASTY)('%j stays words, in one line', (text) => {
    for (const [before, after] of [
      ['# ', ''],
      ['- ', ''],
      ['- **Likely** ', ' (not sent yet)'],
      ['- [ ] ', '\n- next'],
    ]) {
      const said = parseMarkdown(`${before}${markdownText(text)}${after}`);
      expect(shape(said)).toEqual(shape(parseMarkdown(`${before}word${after}`)));
    }
    expect(markdownText(text)).not.toMatch(/[\n\r\u2028\u2029\u202E]/u);
  });

  it('says every word, and entities as they were written', () => {
    const written = 'Fans & <b>"pumps"</b> are *loud*: 50 % $HOME 1. #2 [x](y)';
    const [paragraph] = parseMarkdown(markdownText(written)).children;
    expect(paragraph).toMatchObject({ children: [{ type: 'text', value: written }] });
  });

  it('a text of several lines is one quotation with its lines', () => {
    expect(markdownQuote('\n# one\n\n- two\n<three>\n')).toEqual([
      String.raw`> \# one`,
      '>',
      '> \\- two\\',
      String.raw`> \<three\>`,
    ]);
    expect(markdownQuote(' \n ')).toEqual([]);
  });

  it('whatever is written, a heading and a quotation hold it and nothing else', () => {
    const pieces = fc.constantFrom(...NASTY, ' ', '\n', 'word', '\\', '(', ')', '!', ':', '"');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (all) => {
        const text = `x${all.join('')}`;
        const heading = parseMarkdown(`## ${markdownText(text)}\n\nafter`);
        expect(shape(heading)).toEqual(['root', ['heading', 'text'], ['paragraph', 'text']]);
        const quote = parseMarkdown([...markdownQuote(text), '', '## after'].join('\n'));
        expect(quote.children.map(({ type }) => type)).toEqual(['blockquote', 'heading']);
        const [only] = quote.children;
        const kinds = only !== undefined && 'children' in only ? only.children.map(({ type }) => type) : [];
        expect(new Set(kinds)).toEqual(new Set(['paragraph']));
      }),
    );
  });
});
