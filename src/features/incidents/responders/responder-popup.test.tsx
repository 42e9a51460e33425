/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import {
  createFakeReplica,
  incidentDetail,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { responder } from '#tests/page/responder-fixture.ts';
import { RespondersField } from './responders-field.tsx';
import { POPUP_DELAY_MS } from './use-hover-card.ts';

const PAYMENTS = { id: '7b1d6f0e-0000-4000-8000-000000000001', name: 'Payments', avatar: null };

let replica: FakeReplica;

function show(): void {
  render(
    <ReplicaFrame replica={replica}>
      <RespondersField incident={incidentDetail()} />
    </ReplicaFrame>,
  );
}

beforeEach(() => {
  replica = createFakeReplica({ teams: [PAYMENTS] });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

describe('the popup', () => {
  async function trigger(): Promise<HTMLElement> {
    await replica.set({ responders: [responder()] });
    show();
    return screen.findByRole('button', { name: /^Ada Byron/u });
  }
  const advance = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  const card = (): HTMLElement | null => screen.queryByRole('region', { name: 'About Ada Byron' });

  it('[2.7] opens a second after the pointer has come to rest, stays under it, goes with it', async () => {
    const button = await trigger();
    vi.useFakeTimers();
    const frame = button.parentElement!;
    fireEvent.pointerEnter(frame, { pointerType: 'mouse' });
    advance(POPUP_DELAY_MS - 1);
    expect(card()).toBeNull();
    advance(1);
    expect(card()?.textContent).toContain('by Grace Hopper');
    expect(frame.contains(card())).toBe(true);
    fireEvent.pointerLeave(frame, { pointerType: 'mouse' });
    expect(card()).toBeNull();
  });

  it('[WCAG 1.4.13] opens on focus too, and Escape closes it and nothing else', async () => {
    const button = await trigger();
    const behind = vi.fn<() => void>();
    window.addEventListener('keydown', behind);
    vi.useFakeTimers();
    act(() => button.focus());
    advance(POPUP_DELAY_MS);
    expect(card()).not.toBeNull();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(card()).toBeNull();
    expect(behind).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(behind).toHaveBeenCalledTimes(1);
    window.removeEventListener('keydown', behind);
  });

  it('a press opens and closes it at once', async () => {
    const button = await trigger();
    fireEvent.click(button);
    expect(card()).not.toBeNull();
    fireEvent.click(button);
    expect(card()).toBeNull();
  });

  it('asks for the form of a ticket and links to it, only to a page of the web', async () => {
    vi.mocked(replica.sync.askTicketing).mockResolvedValue({
      kind: 'responder',
      facts: {
        type: 'jira',
        fields: [{ name: 'summary', value: 'Checkout is slow' }],
        externalId: 'PAY-7',
        linkUrl: 'https://jira.example/browse/ID',
      },
    });
    await replica.set({ responders: [responder({ kind: 'team', who: PAYMENTS })] });
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^Payments/u }));
    const link = await screen.findByRole('link', { name: 'PAY-7' });
    expect(link.getAttribute('href')).toBe('https://jira.example/browse/PAY-7');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.getByText('Checkout is slow')).toBeDefined();
  });

  it('without a connection it says that the form is not here', async () => {
    await replica.set({ responders: [responder({ kind: 'team', who: PAYMENTS, externalId: 'PAY-7' })] });
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^Payments/u }));
    expect(await screen.findByText(/needs a connection/u)).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
