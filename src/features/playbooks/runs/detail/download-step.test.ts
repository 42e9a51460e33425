import { beforeEach, expect, it, vi } from 'vitest';
import { downloadFile } from '#src/platform/actions/download-file.ts';
import { requestFile } from '#src/platform/actions/request-file.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { downloadStep } from './download-step.ts';
import { readSteps } from './run-steps.ts';

vi.mock('#src/platform/actions/download-file.ts', () => ({ downloadFile: vi.fn<() => void>() }));
vi.mock('#src/platform/actions/request-file.ts', () => ({ requestFile: vi.fn<() => Promise<unknown>>() }));
vi.mock('#src/ui/overlays/toast-queue.ts', () => ({ toast: vi.fn<() => void>() }));

const [step] = readSteps([{ id: 'a', name: 'Roll out', start_time: '2026-11-20T10:00:00Z' }]);
if (step === undefined) throw new Error('no step');
const CUT = [{ path: ['stdout'], at: 2, missing: 7 }];

const saved = async (): Promise<string | undefined> => vi.mocked(downloadFile).mock.lastCall?.[1].text();

beforeEach(() => {
  vi.resetAllMocks();
});

it('[4] what a step wrote is saved as it is here', async () => {
  await downloadStep(step, { stdout: 'ready' }, []);
  expect(await saved()).toContain('ready');
  expect(requestFile).not.toHaveBeenCalled();
  expect(toast).toHaveBeenCalledWith({ kind: 'success', text: 'Downloaded logs' });
});

it('the whole of an output comes from the server, and a file without its middle says so', async () => {
  const rows = JSON.stringify([{ result: { stdout: 'ready, all of it' } }]);
  vi.mocked(requestFile).mockResolvedValueOnce({ kind: 'file', blob: new Blob([rows]) } as never);
  await downloadStep(step, { stdout: 'rett' }, CUT);
  expect(await saved()).toContain('ready, all of it');
  expect(toast).toHaveBeenLastCalledWith({ kind: 'success', text: 'Downloaded logs' });
  vi.mocked(requestFile).mockResolvedValueOnce({ kind: 'refused' } as never);
  await downloadStep(step, { stdout: 'rett' }, CUT);
  expect(await saved()).not.toContain('all of it');
  expect(toast).toHaveBeenLastCalledWith(
    expect.objectContaining({ text: 'Downloaded logs', detail: expect.stringMatching(/middle/u) as string }),
  );
});

it('[4] a file that cannot be saved is said', async () => {
  vi.mocked(downloadFile).mockImplementation(() => {
    throw new Error('the disk is full');
  });
  await downloadStep(step, { stdout: 'ready' }, []);
  expect(toast).toHaveBeenCalledExactlyOnceWith({
    kind: 'error',
    text: 'Failed to download logs',
    detail: 'the disk is full',
  });
});
