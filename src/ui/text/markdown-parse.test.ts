import * as fromMarkdown from 'mdast-util-from-markdown';
import { describe, expect, it, vi } from 'vitest';
import { parseMarkdown } from './markdown-parse.ts';

vi.mock('mdast-util-from-markdown', { spy: true });

function asPlain(text: string): unknown {
  return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
}

describe('parseMarkdown', () => {
  const hostile = {
    'thousands of quotes': '>'.repeat(6000),
    'quotes with spaces': '> '.repeat(3000),
    'lists in quotes': '- > '.repeat(3000),
    'numbered lists in a row': '1. '.repeat(6000),
    'open brackets': '['.repeat(6000),
    'open emphasis': '*'.repeat(6000),
    'deep lists': Array.from({ length: 60 }, (_none, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
    'a very long text': 'word '.repeat(5000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    it(`shows ${name} as written`, () => {
      expect(parseMarkdown(text)).toEqual(asPlain(text));
    });
  }

  it('shows a text its parser breaks on as written, and reports the break', () => {
    const heard = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', heard);
    const broken = new Error('unexpected event');
    vi.mocked(fromMarkdown.fromMarkdown).mockImplementationOnce(() => {
      throw broken;
    });
    expect(parseMarkdown('**fine**')).toEqual(asPlain('**fine**'));
    expect(heard).toHaveBeenCalledExactlyOnceWith(broken);
    vi.unstubAllGlobals();
  });

  it('still reads ordinary nesting', () => {
    expect(parseMarkdown('> > quoted **twice**').children[0]?.type).toBe('blockquote');
  });
});
