import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** CommonMark + GFM to a tree. Raw HTML becomes `html` nodes, which the renderer prints as text. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
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
