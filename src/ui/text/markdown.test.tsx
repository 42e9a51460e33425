/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { mentionedId, safeHref } from './markdown-parse.ts';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

function shown(text: string): HTMLElement {
  cleanup();
  return render(<Markdown text={text} />).container;
}

const EVIL_LINKS = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/incidents)',
  '[x](blob:https://a/b)',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
];

describe('Markdown', () => {
  it.each(EVIL_LINKS)('makes no link of %s', (text) => {
    expect(shown(text).querySelector('a, [href], [src]')).toBeNull();
  });

  it('lets every paragraph, list and cell go the way of its own words', () => {
    const container = shown('אבג (1)\n\n- ד\n\n> ה\n\n# ו\n\n| ז |\n|---|\n| ח |');
    const blocks = container.querySelectorAll('p, ul, blockquote, th, td');
    expect([...blocks].map((block) => `${block.tagName} ${block.getAttribute('dir')}`)).toEqual(
      ['P', 'UL', 'BLOCKQUOTE', 'P', 'P', 'TH', 'TD'].map((name) => `${name} auto`),
    );
  });

  it('prints raw HTML as text', () => {
    const container = shown(
      '<script>alert(1)</script>\n\ntext <img src=x onerror=alert(1)> <b>b</b>\n\n<style>*{}</style>',
    );
    expect(container.querySelector('script, img, b, style')).toBeNull();
    expect(container.textContent).toContain('<script>alert(1)</script>');
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('opens ordinary links apart from this page', () => {
    shown('see [runbook](https://example.org/a?b=1), https://auto.example and <mailto:a@b.example>');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['https://example.org/a?b=1', 'https://auto.example/', 'mailto:a@b.example']);
    for (const link of screen.getAllByRole('link')) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.getAttribute('target')).toBe('_blank');
    }
  });

  it('loads no picture from elsewhere', () => {
    const container = shown('![a plot](https://example.org/p.png)');
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'a plot' })).toBeTruthy();
  });

  it('turns mentions into chips with one "@"', () => {
    const container = shown('ping @[Mara Lindqvist](user:a1), please');
    expect(container.textContent).toBe('ping @Mara Lindqvist, please');
    expect(container.querySelector('[data-user-id="a1"]')?.textContent).toBe('@Mara Lindqvist');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('draws lists, tables, code and quotes', () => {
    const container = shown(
      '# Head\n\n- [x] done\n- [ ] open\n\n1. one\n\n> quote\n\n```\ncode\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n~~old~~',
    );
    for (const tag of ['ul', 'ol', 'blockquote', 'pre code', 'table th', 'del']) {
      expect(container.querySelector(tag)?.matches(tag)).toBe(true);
    }
    // Headings of a comment stay out of the outline of the page.
    expect(screen.queryByRole('heading')).toBeNull();
    expect(container.textContent).toContain('Done:');
  });

  it('never yields an element that could run or load something', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>',
        '[a](',
        'javascript:',
        '![',
        '](',
        ')',
        '@[x](user:',
        '<img onerror=',
        '`',
        '|',
        '\n\n',
        '&#x6a;',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const container = shown(pieces.join(''));
        expect(container.querySelector('script, img, iframe, object, style, form, input')).toBeNull();
        for (const link of container.querySelectorAll('a')) expect(link.href).toMatch(/^(https?|mailto):/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('addresses', () => {
  it('keeps only absolute and harmless ones', () => {
    expect(safeHref('https://a.example')).toBe('https://a.example/');
    expect(safeHref(' javascript:alert(1)')).toBeUndefined();
    expect(safeHref('user:a1')).toBeUndefined();
    expect(safeHref('relative/path')).toBeUndefined();
  });

  it('knows mentions', () => {
    expect(mentionedId('user:a1')).toBe('a1');
    expect(mentionedId('user:')).toBeUndefined();
    expect(mentionedId('https://user:x@a.example')).toBeUndefined();
  });
});
