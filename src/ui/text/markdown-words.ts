import type { Nodes } from 'mdast';
import { parseMarkdown } from './markdown-parse.ts';

/** The words of a text without its marks, in one line: for names and labels, where nothing can be drawn. */
export function markdownWords(text: string): string {
  return wordsOf(parseMarkdown(text)).replaceAll(/\s+/gu, ' ').trim();
}

/** Blocks stand beside each other, letters of one line follow each other. */
const BLOCKS: ReadonlySet<Nodes['type']> = new Set([
  'root',
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
]);

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  if ('children' in node) return node.children.map(wordsOf).join(BLOCKS.has(node.type) ? ' ' : '');
  return ' ';
}
