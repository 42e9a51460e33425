/** @vitest-environment jsdom */
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Ago } from './ago.tsx';

afterEach(cleanup);

/** What is seen: without the words for assistive technology. */
function seen(at: number | null, suffix?: 'ago' | 'old'): string | null {
  const { container } = render(<Ago at={at} {...(suffix === undefined ? {} : { suffix })} />);
  for (const hidden of container.querySelectorAll('.sr-only')) hidden.remove();
  return container.textContent;
}

const MINUTE_MS = 60_000;

describe('Ago', () => {
  it.each([
    ['an age', Date.now() - 3.5 * MINUTE_MS, undefined, '3m ago'],
    ['the age of a thing', Date.now() - 3.5 * MINUTE_MS, 'old', '3m old'],
    ['just now', Date.now(), undefined, 'now'],
    ['a clock that runs ahead', Date.now() + MINUTE_MS, undefined, 'now'],
    ['no time', null, undefined, '–'],
  ] as const)('%s', (_name, at, suffix, text) => {
    expect(seen(at, suffix)).toBe(text);
  });
});
