import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Longer texts are shown as they are written: parsing them would hold up the page. */
const MAX_LENGTH = 20_000;
/** Deeper quotes and lists are nobody's prose; the parser needs stack and quadratic time for them. */
const MAX_NESTING = 50;

const DEEP_PREFIX = new RegExp(`^(?:[ \\t]*(?:>|[-*+]|\\d{1,9}[.)])){${MAX_NESTING}}`, 'mu');
const DEEP_BRACKETS = new RegExp(`[[(*_~]{${MAX_NESTING}}`, 'u');

/**
 * CommonMark + GFM to a tree. Raw HTML becomes `html` nodes, which the renderer prints as text. A text that only serves
 * to break parsers (or is too long for them) becomes one plain paragraph: a comment must never take the page down.
 */
export function parseMarkdown(text: string): Root {
  if (text.length > MAX_LENGTH || DEEP_PREFIX.test(text) || DEEP_BRACKETS.test(text)) return plainText(text);
  const root = treeOf(text);
  return root === undefined || isDeeperThan(root, MAX_NESTING) ? plainText(text) : root;
}

function treeOf(text: string): Root | undefined {
  try {
    return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  } catch (thrown) {
    // A fault of the parser: the words are still readable, and the platform's error handler hears of it.
    reportError(thrown);
    return undefined;
  }
}

function plainText(text: string): Root {
  return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
}

/** Level by level, so that a deep tree costs no stack. */
function isDeeperThan(root: Root, limit: number): boolean {
  let level: readonly Nodes[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The address when it is absolute and harmless; undefined for javascript:, data:, relative and broken ones. */
export function safeHref(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return SAFE_PROTOCOLS.has(parsed.protocol) ? parsed.href : undefined;
}

/** The person of a mention link (`@[display](user:id)`), or undefined for ordinary links. */
export function mentionedId(url: string): string | undefined {
  return url.startsWith('user:') && url.length > 'user:'.length ? url.slice('user:'.length) : undefined;
}
