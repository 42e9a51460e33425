/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { FormDialog } from './form-dialog.tsx';
import { kindsForm } from './story/kinds.form.ts';
import type { Submission } from './submission.ts';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

const patience = { timeout: 30_000 };
let replica: FakeReplica;
let sent: Submission[];

beforeEach(() => {
  sent = [];
  replica = createFakeReplica();
  render(
    <ReplicaFrame replica={replica}>
      <FormDialog
        isOpen
        blocker={undefined}
        keepAt={{ lines: '/ui/form#form:kinds' }}
        spec={kindsForm}
        title="Kinds"
        verb="Keep"
        onDone={() => undefined}
        onOpenChange={() => undefined}
        onSubmit={async (submission) => {
          sent.push(submission);
        }}
      />
    </ReplicaFrame>,
  );
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

const field = (name: RegExp): HTMLElement => screen.getByRole('textbox', { name });
async function keep(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
}
const patch = (): object => {
  const [submission] = sent;
  return submission?.kind === 'row' ? submission.patch : {};
};

describe('[ux 4.8] kinds of fields', () => {
  it('tags are added by Enter, by a comma and by leaving, none twice, and removed', async () => {
    await userEvent.type(field(/^Schedule/u), '@daily');
    await userEvent.type(field(/^Tags/u), 'eu{Enter}night,eu{Enter}late');
    await userEvent.tab();
    const tags = await screen.findByRole('list', { name: 'Tags' }, patience);
    expect(
      within(tags)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['eu', 'night', 'late']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove night' }));
    expect(sent).toEqual([]);
    await keep();
    await vi.waitFor(
      () => expect(patch()).toMatchObject({ tags: ['eu', 'late'], schedule: '@daily' }),
      patience,
    );
  });

  it('a schedule that is none says how one is written', async () => {
    await userEvent.type(field(/^Schedule/u), 'every day');
    await keep();
    expect(await screen.findByText(/^This is no schedule\./u, {}, patience)).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('of several sub-forms the one that lacks something is named, and all are sent in their order', async () => {
    await userEvent.type(field(/^Schedule/u), '0 6 * * 1-5');
    const add = await screen.findByRole('button', { name: 'Add header' }, patience);
    await userEvent.click(add);
    await userEvent.click(add);
    const one = within(screen.getByRole('group', { name: 'header 1' }));
    const two = within(screen.getByRole('group', { name: 'header 2' }));
    await userEvent.type(one.getByRole('textbox', { name: /^Name/u }), 'A');
    await keep();
    expect(
      await screen.findByText('Something is missing or wrong: header 2 (Name)', {}, patience),
    ).toBeDefined();
    expect(two.getByText('This field is required')).toBeDefined();
    expect(one.queryByText('This field is required')).toBeNull();
    await userEvent.type(two.getByRole('textbox', { name: /^Name/u }), 'B');
    await userEvent.type(two.getByRole('textbox', { name: /^Value/u }), 'b');
    await keep();
    await vi.waitFor(
      () =>
        expect(patch()).toMatchObject({
          headers: [
            { name: 'A', value: '' },
            { name: 'B', value: 'b' },
          ],
        }),
      patience,
    );
    expect(screen.queryByText(/missing or wrong/u)).toBeNull();
  });

  it('Markdown is shown as it will look when somebody wants to see it', async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: /^Notes/u }, patience), '**loud**');
    expect(screen.queryByRole('region', { name: 'Notes: preview' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show the preview' }));
    const preview = screen.getByRole('region', { name: 'Notes: preview' });
    expect(within(preview).getByText('loud').tagName).toBe('STRONG');
  });
});
