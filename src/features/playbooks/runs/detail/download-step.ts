import { toSyncError } from '#sync/errors.ts';
import type { Cut } from '#sync/protocol/cut.ts';
import { downloadFile } from '#src/platform/actions/download-file.ts';
import { requestFile } from '#src/platform/actions/request-file.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { isRow } from '#src/views/row-text.ts';
import type { Step } from './run-steps.ts';
import { filePieces, stepFile } from './step-output.ts';

/** Saves what a step wrote; where its middle is not here the server is asked for the whole of it. */
export async function downloadStep(step: Step, result: unknown, cuts: readonly Cut[]): Promise<void> {
  try {
    const whole = cuts.length === 0 ? undefined : await wholeResult(step.id);
    const file = whole === undefined ? stepFile(step, result, cuts) : stepFile(step, whole);
    downloadFile(file.name, new Blob([...(await filePieces(file))], { type: file.type }));
    const detail = 'The server could not be asked for its middle, which is missing in the file.';
    const isWhole = cuts.length === 0 || whole !== undefined;
    toast({ kind: 'success', text: 'Downloaded logs', ...(isWhole ? {} : { detail }) });
  } catch (thrown) {
    toast({ kind: 'error', text: 'Failed to download logs', detail: toSyncError(thrown).message });
  }
}

/** Undefined where the server does not give it. */
async function wholeResult(stepId: string): Promise<unknown> {
  const path = `/api/db/playbook_run_actions?id=eq.${encodeURIComponent(stepId)}&select=result`;
  const answer = await requestFile(path, 'application/json');
  if (answer.kind !== 'file') return undefined;
  const rows: unknown = JSON.parse(await answer.blob.text());
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return isRow(row) ? (row['result'] ?? undefined) : undefined;
}
