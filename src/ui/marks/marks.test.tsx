/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler, useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Age } from './age.tsx';
import { AvatarStack } from './avatar-stack.tsx';
import { Avatar } from './avatar.tsx';
import { SeverityBars } from './severity-bars.tsx';
import { StatusMark, type Status } from './status-mark.tsx';
import { SyncMark } from './sync-mark.tsx';
import { TriStateRadio, type TriState } from '../filters/tri-state-radio.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What assistive technology reads: text without what is hidden from it. */
function spoken(container: HTMLElement): string {
  const copy = container.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('not an element');
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return (copy.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}

const shapeOf = (container: HTMLElement): string | null =>
  container.querySelector('[data-shape]')?.getAttribute('data-shape') ?? null;

describe('StatusMark', () => {
  const cases: [Status, string, string][] = [
    ['healthy', 'Healthy', 'disc'],
    ['warning', 'Warning', 'triangle'],
    ['mixed', 'Mixed', 'half'],
    ['unhealthy', 'Unhealthy', 'octagon'],
    ['degraded', 'Degraded', 'octagon'],
    ['missing', 'Missing', 'octagon'],
    ['unknown', 'Unknown', 'ring'],
    ['suspended', 'Suspended', 'bars'],
  ];

  it.each(cases)('%s says "%s" and shows the %s, also when only the shape is seen', (status, word, shape) => {
    const { container, rerender } = render(<StatusMark status={status} />);
    expect(spoken(container)).toBe(word);
    expect(shapeOf(container)).toBe(shape);
    rerender(<StatusMark isWordHidden status={status} />);
    expect(spoken(container)).toBe(word);
  });

  it.each(cases)('stale %s is hatched and says its age', (status, word) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 14, 16) });
    const { container } = render(<StatusMark asOf="2026-11-21T14:02:00Z" isStale status={status} />);
    expect(container.querySelector('[data-stale="true"]')).not.toBeNull();
    expect(screen.getByText('as of 14m ago')).toBeTruthy();
    expect(spoken(container)).toBe(`${word}, as of 14 minutes ago`);
  });

  it('never passes a stale value without a time for a fresh one', () => {
    const { container } = render(<StatusMark isStale status="healthy" />);
    expect(container.querySelector('[data-stale="true"]')).not.toBeNull();
    expect(spoken(container)).toContain('age unknown');
  });

  it('gives each colour group its own shape', () => {
    const shapes = cases.map(([status]) => {
      cleanup();
      return shapeOf(render(<StatusMark status={status} />).container);
    });
    expect(new Set(shapes).size).toBe(6);
  });
});

describe('other marks', () => {
  it('SeverityBars counts bars and reads any spelling', () => {
    const { container, rerender } = render(<SeverityBars severity="critical" />);
    expect(container.textContent).toBe('Critical');
    expect(screen.getByRole('img', { name: '5 of 5' })).toBeTruthy();
    rerender(<SeverityBars severity="BLOCKER" />);
    expect(container.querySelector('[data-level="4"]')).not.toBeNull();
    rerender(<SeverityBars severity="constructor" />);
    expect(container.textContent).toBe('constructor');
    expect(screen.getByRole('img', { name: '0 of 5' })).toBeTruthy();
    rerender(<SeverityBars isNotSet severity="High" />);
    expect(screen.getByRole('img', { name: '3 of 5, not set' })).toBeTruthy();
  });

  it.each([
    ['low', 'M1 ', 'M4 M7 M10 M13 '],
    ['critical', 'M1 M4 M7 M10 M13 ', ''],
    ['unheard of', '', 'M1 M4 M7 M10 M13 '],
  ])(
    'SeverityBars draws the bars of %s as one shape, and the others as another',
    (severity, filled, empty) => {
      const { container } = render(<SeverityBars severity={severity} />);
      const shapes = [...container.querySelectorAll('svg > *')];
      const starts = shapes.map((shape) => (shape.getAttribute('d')?.match(/M\d+ /gu) ?? []).join(''));
      expect(starts).toEqual([filled, empty]);
    },
  );

  it('SyncMark names every state; a failure shows its words even when small', () => {
    const { container, rerender } = render(<SyncMark isCompact state="failed" />);
    expect(screen.getByText('Not saved on server').className).not.toContain('sr-only');
    rerender(<SyncMark isCompact state="conflict" />);
    expect(spoken(container)).toBe('Changed on the server too');
  });

  it('Age ticks once a minute and carries the full time', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 30) });
    const { container } = render(<Age at="2026-11-21T11:58:00Z" label="Created" />);
    expect(screen.getByText('2m')).toBeTruthy();
    expect(spoken(container)).toMatch(/^Created 2 minutes ago, .*2026/u);
    expect(container.querySelector('time')?.title).toContain('2026');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('3m')).toBeTruthy();
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('Age is drawn again only in a minute in which it is another one', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 30) });
    const drawn = vi.fn<() => void>();
    render(
      <Profiler id="ages" onRender={drawn}>
        <Age at="2026-11-21T09:58:00Z" />
        <StatusMark isStale asOf="2026-11-19T12:00:00Z" status="healthy" />
      </Profiler>,
    );
    expect(screen.getByText('2h')).toBeTruthy();
    expect(screen.getByText('as of 2d ago')).toBeTruthy();
    drawn.mockClear();
    act(() => void vi.advanceTimersByTime(57 * 60_000));
    expect(drawn).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('3h')).toBeTruthy();
    expect(drawn).toHaveBeenCalledTimes(1);
  });

  it('Age stands still behind another tab and is right as soon as the page is shown', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 30) });
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const drawn = vi.fn<() => void>();
    render(
      <Profiler id="ages" onRender={drawn}>
        <Age at="2026-11-21T11:58:00Z" />
      </Profiler>,
    );
    drawn.mockClear();
    act(() => void vi.advanceTimersByTime(5 * 60_000));
    expect(drawn).not.toHaveBeenCalled();
    state.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('7m')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText('8m')).toBeTruthy();
    state.mockRestore();
  });

  it('Age writes the same full time once, however many cells show it', () => {
    // A getter, which its types call a method.
    const writing = vi.spyOn(Intl.DateTimeFormat.prototype, 'format' as never, 'get');
    const at = '2019-03-04T05:06:07Z';
    const { container } = render([1, 2, 3].map((cell) => <Age at={at} key={cell} />));
    const titles = [...container.querySelectorAll('time')].map((time) => time.title);
    expect(new Set(titles).size).toBe(1);
    expect(titles[0]).toContain('2019');
    expect(writing).toHaveBeenCalledTimes(1);
    writing.mockRestore();
  });

  it('a decorative Avatar is one element with its initials', () => {
    const { container } = render(<Avatar isDecorative name="Mara Lindqvist" />);
    expect(container.querySelectorAll('*')).toHaveLength(1);
    expect(container.textContent).toBe('ML');
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });

  it('AvatarStack names everybody, also behind +N', () => {
    const people = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil'].map((name) => ({ id: name, name }));
    render(<AvatarStack label="Responders" people={people} />);
    expect(screen.getByRole('img', { name: 'Responders: Ana, Ben, Cleo, Dan, Eve, Finn, Gil' })).toBeTruthy();
    expect(screen.getByText('+2')).toBeTruthy();
  });
});

describe('TriStateRadio', () => {
  function Filter(): ReactElement {
    const [value, setValue] = useState<TriState>('any');
    return <TriStateRadio label="kube-system" value={value} onChange={setValue} />;
  }
  const chosen = (): string =>
    screen.getByRole('radio', { checked: true }).closest('label')?.textContent ?? '';

  it('is a named group of Any, Only and Not', () => {
    render(<Filter />);
    expect(screen.getByRole('group', { name: 'kube-system' })).toBeTruthy();
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Any',
      'Only',
      'Not',
    ]);
  });

  it('goes back to Any when the current one is chosen again', async () => {
    const user = userEvent.setup();
    render(<Filter />);
    await user.click(screen.getByRole('radio', { name: 'Not' }));
    expect(chosen()).toBe('Not');
    await user.click(screen.getByRole('radio', { name: 'Not' }));
    expect(chosen()).toBe('Any');
    await user.click(screen.getByRole('radio', { name: 'Only' }));
    expect(chosen()).toBe('Only');
  });

  it('answers to arrows and to i and Shift+i', async () => {
    const user = userEvent.setup();
    render(<Filter />);
    await user.tab();
    await user.keyboard('i');
    expect(chosen()).toBe('Only');
    await user.keyboard('I');
    expect(chosen()).toBe('Not');
    await user.keyboard('I');
    expect(chosen()).toBe('Any');
  });
});
