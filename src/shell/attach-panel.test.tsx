/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { takeShared } from '#src/platform/shell/launches.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { AttachPanel } from './attach-panel.tsx';

const patience = { timeout: 30_000 };
const KEY = '/incidents?panel=attach#comment:';
let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

function share(text: string): void {
  takeShared(new URL(`https://holdfast.example/incidents?shared_text=${encodeURIComponent(text)}`));
  render(
    <ReplicaFrame index={createFakeIndex({ rows: {} })} replica={replica}>
      <AttachPanel onClose={() => undefined} />
    </ReplicaFrame>,
  );
}

it('[ux 4.12, 47] a shared text becomes the draft of a note, under what stands there', async () => {
  replica = createFakeReplica({
    drafts: [{ key: KEY, text: 'Half a thought', savedAt: 1, fromOpId: null }],
  });
  share('Disk full');
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note/u }, patience);
  await vi.waitFor(() => expect(note.value).toBe('Half a thought\n\nDisk full'), patience);
  expect(vi.mocked(replica.sync.saveDraft).mock.calls).toEqual([[KEY, 'Half a thought\n\nDisk full', null]]);
});

it('a device that cannot keep it says so with the text', async () => {
  replica = createFakeReplica();
  vi.mocked(replica.sync.saveDraft).mockRejectedValueOnce(new Error('No room'));
  share('Disk full');
  expect(await screen.findByRole('textbox', { name: /^Note/u }, patience)).toBeDefined();
  const said = JSON.stringify(messageLog.getSnapshot());
  expect(said).toContain('Not saved on this device: No room');
  expect(said).toContain('Disk full');
});
