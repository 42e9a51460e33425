/** @vitest-environment jsdom */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect, EffectState } from '#sync/protocol/effect.ts';
import { fakeEffect } from '#tests/page/fake-effect.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import { EffectBars } from './effect-bars.tsx';
import { EffectButton } from './effect-button.tsx';
import type { EffectWords } from './effect-words.ts';
import { useEffectAction } from './use-effect-action.ts';
import { useEffects } from './use-effects.ts';

const WORDS: EffectWords = {
  failed: 'Not tested',
  unknown: 'It is not known whether it was tested',
  lookUp: 'Look at the other end.',
};
const BAR = {
  question: 'Still test it?',
  verb: 'Run',
  noun: 'test',
  refused: 'The server refused the test.',
  may: 'it may have arrived',
  lookUp: 'The other end shows it.',
} as const;
const request = (connectionId: string) => ({ kind: 'connection.test', connectionId }) as const;
const made = (id: string, state: EffectState = 'prepared', reason: string | null = null): Effect => ({
  ...fakeEffect(request(id), `Test ${id}`),
  id,
  state,
  reason,
});

let replica: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica({ effects: [] });
});
afterEach(async () => {
  cleanup();
  toastQueue.clear();
  await replica.close();
});

/** A screen that asks for two things, and shows what is open of them. */
function Screen({ shown }: { shown: readonly EffectState[] }): ReactElement {
  const action = useEffectAction({ screen: '/settings', words: WORDS, shown });
  const effects = useEffects();
  return (
    <>
      {['one', 'two'].map((id) => (
        <EffectButton
          blocker={action.blocker}
          key={id}
          question={{ title: `Test ${id}?`, confirm: 'Test it', content: 'A message arrives there.' }}
          onPress={() => void action.send(made(id))}
        >
          Test {id}
        </EffectButton>
      ))}
      <EffectBars
        action={action}
        effects={effects.value ?? []}
        failure={effects.status === 'failed' ? effects.error.message : undefined}
        words={BAR}
        onSend={(effect) => void action.send(effect)}
      />
    </>
  );
}

function show(shown: readonly EffectState[] = []): void {
  render(
    <ReplicaFrame replica={replica}>
      <Screen shown={shown} />
    </ReplicaFrame>,
  );
}

const said = (): readonly (string | undefined)[] =>
  toastQueue.visibleToasts.flatMap(({ content }) => [content.text, content.detail]);
async function press(id: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: `Test ${id}` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Test it' }));
}

describe('[ux 4.6 C] a thing with consequences', () => {
  it('is asked about, and nothing is sent before it is confirmed', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Test one' }));
    const question = await screen.findByRole('alertdialog', { name: 'Test one?' });
    expect(question.textContent).toContain('A message arrives there.');
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
    vi.mocked(replica.sync.sendEffect).mockResolvedValue(made('one', 'done'));
    await userEvent.click(screen.getByRole('button', { name: 'Test it' }));
    await waitFor(() => expect(replica.sync.sendEffect).toHaveBeenCalledExactlyOnceWith('one'));
    expect(said()).toEqual([]);
  });

  it('says why it cannot be pressed, and cannot', async () => {
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    show();
    const button = screen.getByRole('button', { name: 'Test one' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('of two things that are asked for neither is lost to the other', async () => {
    const ends: (() => void)[] = [];
    vi.mocked(replica.sync.sendEffect).mockImplementation(
      (id) => new Promise((resolve) => ends.push(() => resolve(made(id, 'done')))),
    );
    show();
    await press('one');
    await press('two');
    await press('one');
    expect(vi.mocked(replica.sync.sendEffect).mock.calls).toEqual([['one'], ['two']]);
    await act(async () => ends.forEach((end) => end()));
  });

  it.each([
    ['refused', null, ['Not tested', 'Not for you']],
    ['unknown', null, [WORDS.unknown, `No answer came, and it is not sent again. ${WORDS.lookUp}`]],
    ['prepared', 'The disk is full', ['Not tested', 'The disk is full']],
  ] as const)('one failure, one message: %s', async (state, thrown, words) => {
    const answer = async (id: string): Promise<Effect> => {
      if (thrown !== null) throw new Error(thrown);
      await replica.set({ effects: [made(id, state, 'Not for you')] });
      return made(id, state, 'Not for you');
    };
    vi.mocked(replica.sync.sendEffect).mockImplementation(answer);
    show();
    await press('one');
    await waitFor(() => expect(said()).toEqual(words));

    // A screen that shows it in its place says nothing besides; one that is gone meanwhile does.
    cleanup();
    toastQueue.clear();
    await replica.set({ effects: [made('one')] });
    show(['prepared', 'refused', 'unknown']);
    await press('one');
    const bar = {
      refused: /The server refused/u,
      unknown: /no answer came: it may/u,
      prepared: /Still test it\?.*The disk is full/u,
    };
    expect(await screen.findByText(bar[state])).toBeDefined();
    expect(said()).toEqual([]);
    let release: () => void = () => undefined;
    vi.mocked(replica.sync.sendEffect).mockImplementation(async (id) => {
      await new Promise<void>((resolve) => (release = resolve));
      return answer(id);
    });
    await press('two');
    cleanup();
    release();
    await waitFor(() => expect(said()).toEqual(words));
  });

  it('shows what was asked for here, and says so when that cannot be read', async () => {
    await replica.set({ effects: [made('one', 'unknown'), made('two', 'refused', 'Not for you')] });
    show();
    expect(
      await screen.findByText(/A test was sent .* no answer came.* The other end shows it\./u),
    ).toBeDefined();
    expect(screen.getByText('The server refused the test. Not for you')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'I have looked' }));
    expect(replica.sync.dropEffect).toHaveBeenCalledExactlyOnceWith('one');

    cleanup();
    vi.spyOn(replica.model, 'effects').mockRejectedValue(new Error('the disk is gone'));
    show();
    expect(await screen.findByText(/cannot be read: the disk is gone/u)).toBeDefined();
  });
});
