/** @vitest-environment jsdom */
import { afterEach, expect, it } from 'vitest';
import { isCommandPlace } from './shortcuts.ts';

afterEach(() => document.body.replaceChildren());

it.each([
  ['<div role="alertdialog" aria-modal="false">Saved</div>', true],
  ['<div role="alertdialog" aria-modal="true">Delete it?</div>', false],
  ['<div role="dialog">New incident</div>', false],
  ['<div role="listbox"></div>', false],
])('beside %s a plain key is a command: %s', (html, isOne) => {
  document.body.innerHTML = html;
  expect(isCommandPlace(document.body)).toBe(isOne);
});

it('in a field a plain key is text', () => {
  document.body.innerHTML = '<input>';
  expect(isCommandPlace(document.querySelector('input'))).toBe(false);
});
