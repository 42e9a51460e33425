/** @vitest-environment jsdom */
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Duration } from './marks/duration.tsx';
import { HealthBar } from './marks/health-bar.tsx';
import { HealthMark } from './marks/health-mark.tsx';

afterEach(cleanup);

function spoken(container: HTMLElement): string {
  const copy = container.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('not an element');
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return (copy.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}

const shape = (container: HTMLElement): string | null | undefined =>
  container.querySelector('[data-shape]')?.getAttribute('data-shape');

describe('HealthMark', () => {
  it.each([
    ['healthy', 'Healthy', 'disc'],
    ['UNHEALTHY', 'Unhealthy', 'octagon'],
    ['Running', 'Running', 'disc'],
    [null, 'Unknown', 'ring'],
  ])('%s reads "%s" as a %s', (health, word, form) => {
    const { container } = render(<HealthMark health={health} />);
    expect(spoken(container)).toBe(word);
    expect(shape(container)).toBe(form);
  });

  it('a stale healthy is hatched; a stale word of its own is unknown', () => {
    const { container, rerender } = render(<HealthMark health="healthy" isStale />);
    expect(container.querySelector('[data-stale="true"][data-shape="disc"]')).not.toBeNull();
    rerender(<HealthMark health="Running" isStale />);
    expect(shape(container)).toBe('ring');
    expect(spoken(container)).toContain('Running');
  });
});

describe('HealthBar', () => {
  const segments = (container: HTMLElement): (string | null)[] =>
    [...container.querySelectorAll('[data-segment]')].map((segment) => segment.getAttribute('data-segment'));

  it('says the counts and shows their shares', () => {
    const { container } = render(<HealthBar failed={1} label="Uptime" passed={99} />);
    expect(spoken(container)).toBe('Uptime: 99 passed, 1 failed');
    expect(container.textContent).toContain('99%');
    expect(segments(container)).toEqual(['passed', 'failed']);
  });

  it('[ux row 14] shows "No data" without samples, not 0 % or NaN', () => {
    const { container } = render(<HealthBar failed={0} label="Uptime" passed={0} />);
    expect(spoken(container)).toBe('Uptime: No data');
    expect(segments(container)).toEqual([]);
  });

  it('has no share of what nobody knows', () => {
    const { container } = render(<HealthBar failed={0} label="Checks" passed={0} unknown={3} />);
    expect(spoken(container)).toBe('Checks: 0 passed, 0 failed, 3 unknown');
    expect(container.textContent).not.toContain('%');
    expect(segments(container)).toEqual(['unknown']);
  });

  it('a warning is no failure', () => {
    const { container } = render(<HealthBar failed={0} label="Health" passed={7} warning={1} />);
    expect(spoken(container)).toBe('Health: 7 passed, 1 with a warning, 0 failed');
    expect(segments(container)).toEqual(['passed', 'warning']);
  });

  it('out of date is hatched and said', () => {
    const { container } = render(<HealthBar failed={1} isStale label="Uptime" passed={1} text="counts" />);
    expect(spoken(container)).toContain('out of date');
    expect(container.querySelector('[data-segment="passed"]')?.className).toContain(
      'repeating-linear-gradient',
    );
    expect(container.textContent).toContain('1/2');
  });
});

describe('Duration', () => {
  it.each([
    [250, 'Latency: 250ms'],
    [93_784_000, 'Latency: 1d 2h 3m 4s'],
    [null, 'Latency: not known'],
    [Number.NaN, 'Latency: not known'],
  ])('%s reads "%s"', (ms, words) => {
    expect(spoken(render(<Duration label="Latency" ms={ms} />).container)).toBe(words);
  });
});
