/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadingRegion } from '../marks/skeleton.tsx';
import { SplitPane } from './split-pane.tsx';

function Panes({ side }: { side: 'start' | 'end' }): ReactElement {
  const [sizePx, setSizePx] = useState(320);
  return (
    <SplitPane
      label="Width of the list"
      maxPx={400}
      minPx={300}
      rest={null}
      side={side}
      sized={null}
      sizePx={sizePx}
      onSizeChange={setSizePx}
    />
  );
}

describe('SplitPane', () => {
  afterEach(cleanup);

  it.each([
    ['start', 336],
    ['end', 304],
  ] as const)('moves by keys within its limits (%s)', (side, afterRight) => {
    render(<Panes side={side} />);
    const divider = screen.getByRole('separator', { name: 'Width of the list' });
    const press = (key: string, shiftKey = false): string | null => {
      fireEvent.keyDown(divider, { key, shiftKey });
      return divider.getAttribute('aria-valuenow');
    };
    expect(divider.tabIndex).toBe(0);
    expect(press('ArrowRight')).toBe(String(afterRight));
    expect(press('ArrowLeft')).toBe('320');
    expect(press('End')).toBe('400');
    expect(press('ArrowRight', true)).toBe(side === 'start' ? '400' : '336');
    expect(press('Home')).toBe('300');
  });
});

describe('LoadingRegion', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const region = (isLoading: boolean): ReactElement => (
    <LoadingRegion isLoading={isLoading} label="Loading incidents" skeleton={<i>grey</i>}>
      <b>data</b>
    </LoadingRegion>
  );
  const pass = (durationMs: number): void => act(() => void vi.advanceTimersByTime(durationMs));
  const seen = (): string => ['grey', 'data'].filter((text) => screen.queryByText(text) !== null).join('+');

  it('shows no skeleton for a fast answer', () => {
    const { rerender } = render(region(true));
    pass(149);
    expect(seen()).toBe('');
    rerender(region(false));
    pass(1000);
    expect(seen()).toBe('data');
  });

  it('puts none over data that stands: the commit that brings the data ends the wait', () => {
    let waiting: number | undefined;
    const Data = (): ReactElement => {
      useLayoutEffect(() => {
        waiting = vi.getTimerCount();
      }, []);
      return <b>data</b>;
    };
    const regionOf = (isLoading: boolean): ReactElement => (
      <LoadingRegion isLoading={isLoading} label="Loading incidents" skeleton={<i>grey</i>}>
        <Data />
      </LoadingRegion>
    );
    const { rerender } = render(regionOf(true));
    pass(149);
    rerender(regionOf(false));
    expect(waiting).toBe(0);
  });

  it('shows it after 150 ms, for at least 300 ms, and never beside the data', () => {
    const { rerender } = render(region(true));
    pass(150);
    expect(seen()).toBe('grey');
    expect(screen.getByText('Loading incidents')).toBeTruthy();
    pass(50);
    rerender(region(false));
    pass(249);
    expect(seen()).toBe('grey');
    pass(1);
    expect(seen()).toBe('data');
  });
});
