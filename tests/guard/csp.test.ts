import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  CONTENT_SECURITY_POLICY,
  REACT_ARIA_STYLE_HASHES,
  SECURITY_HEADERS,
} from '#src/platform/shell/csp.ts';
import { read } from './source-files.ts';

const PRIVATE = 'node_modules/react-aria/dist/private';

/** The constant text a module of React Aria puts into a style element. */
function insertedStyle(path: string): string {
  const source = read(`${PRIVATE}/${path}`);
  const literal = /style\.textContent = `(?<css>[\s\S]*?)`\.trim\(\)/u.exec(source)?.groups?.['css'];
  if (literal === undefined) throw new Error(`${path} inserts its style in another way now`);
  const attribute = /PRESSABLE_ATTRIBUTE = '(?<name>[\w-]+)'/u.exec(source)?.groups?.['name'] ?? '';
  return literal.replaceAll(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/gu, attribute).trim();
}

test('the style hashes are those of the installed React Aria, and no others', () => {
  const hashes = ['overlays/usePreventScroll.mjs', 'interactions/usePress.mjs'].map(
    (path) => `sha256-${createHash('sha256').update(insertedStyle(path)).digest('base64')}`,
  );
  expect([...REACT_ARIA_STYLE_HASHES]).toEqual(hashes);
});

test('the policy allows nothing from elsewhere and nothing inline', () => {
  expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none';/u);
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|https?:|\*/u);
  for (const part of [
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(CONTENT_SECURITY_POLICY.split('; ')).toContain(part);
  }
});

test("the README's deployment example sends the same headers", () => {
  const shown = [
    ...read('README.md').matchAll(/^ *add_header (?<name>[\w-]+) "?(?<value>.+?)"? always;$/gmu),
  ].map(({ groups }) => [groups?.['name'], groups?.['value']]);
  expect(Object.fromEntries(shown)).toEqual({
    ...SECURITY_HEADERS,
    // Only over TLS, which the preview server has not.
    'Strict-Transport-Security': 'max-age=31536000',
  });
});
