/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Select } from './select.tsx';
import { ToolbarSelect, type ToolbarSelectProps } from '../filters/toolbar-select.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

const OPTIONS = [
  { id: 'a', label: 'Alpha' },
  { id: 'b', label: 'Beta' },
];
type Shared = Pick<ToolbarSelectProps, 'label' | 'options' | 'value' | 'onChange'>;
const SELECTS: readonly (readonly [string, (props: Shared) => ReactElement])[] = [
  ['of a form', Select],
  ['of a toolbar', ToolbarSelect],
];

for (const [name, Tested] of SELECTS) {
  /** A select with a field before and a button behind it. */
  const show = (onChange: (id: string) => void = () => undefined): HTMLElement => {
    render(
      <>
        <input aria-label="Before" />
        <Tested label="Kind" options={OPTIONS} value="a" onChange={onChange} />
        <button type="button">After</button>
      </>,
    );
    return screen.getByRole('button', { name: /Kind/u });
  };

  it(`the list of a select ${name} leaves the page as it is: to style all of it anew holds up what is chosen`, async () => {
    const user = userEvent.setup();
    const trigger = show();
    await user.click(trigger);
    expect(await screen.findByRole('option', { name: 'Beta' })).toBeDefined();
    expect(document.querySelectorAll('[inert], [aria-hidden] input[aria-label]')).toHaveLength(0);
    expect(document.documentElement.style.overflow).toBe('');
  });

  it(`the list of a select ${name} gives the focus back when something is chosen, and by Escape`, async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(id: string) => void>();
    const trigger = show(onChange);
    await user.click(trigger);
    await user.click(await screen.findByRole('option', { name: 'Beta' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(trigger));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: 'Beta' })).toBeDefined();
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(trigger));
    expect(screen.queryByRole('option')).toBeNull();
    expect(onChange.mock.calls).toEqual([['b']]);
  });

  it(`the Tab key leads out of the list of a select ${name} to what stands behind it, and chooses nothing`, async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(id: string) => void>();
    const trigger = show(onChange);
    await user.click(trigger);
    expect(await screen.findByRole('option', { name: 'Beta' })).toBeDefined();
    await user.keyboard('{ArrowDown}{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }));
    await vi.waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(onChange).not.toHaveBeenCalled();
  });
}
