import { useCallback, useMemo, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Claim } from '#sync/protocol/claim.ts';
import type { Flag, FlagAnswer } from '#sync/protocol/flags.ts';
import { createStore, useStore } from '#src/platform/device/store.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAsked } from '#src/platform/replica/use-asked.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { flagColumns } from './flag-columns.tsx';
import { flagSearch, type FlagParams, type FlagSearch } from './flag-search.ts';

/** A flag as the list has it. */
export interface FlagRow extends Flag {
  readonly id: string;
}

/** Counts what this page has changed: the list is asked for again. */
const changes = createStore(0);
export function flagsChanged(): void {
  changes.set(changes.get() + 1);
}

const NO_ROWS: readonly FlagRow[] = [];

/** All flags, as the server has them now: nothing of them is kept, so without it there are none to show. */
export function useFlags(search: FlagSearch): RowSource<FlagRow, FlagParams> {
  const sync = useSync();
  const blocker = serverBlocker(useSyncStatus().phase);
  const [answer, setAnswer] = useState<FlagAnswer>();
  const changed = useStore(changes);
  const obeyed = useObeyed();
  const ask = useCallback(async () => {
    const next = await sync.askFlags({ kind: 'list' }).catch(failed);
    return () => setAnswer(next);
  }, [sync]);
  // Asked again with each change of this page, of another tab, and of the network.
  useAsked(ask, `${String(blocker)} ${changed} ${obeyed}`);
  const shown = blocker === undefined ? answer : undefined;
  const live = useMemo(() => liveOf(blocker, shown), [blocker, shown]);
  const rows = useMemo(
    () => (shown?.kind === 'flags' ? wantedOf(shown.flags, flagSearch.view(search).search) : NO_ROWS),
    [shown, search],
  );
  return {
    ...useLiveRows({ live, rows, columns: flagColumns, spec: flagSearch, search }),
    refresh: async () => (await ask())(),
  };
}

/** The flags that this console obeys, as this device has them: another tab may have changed one. */
function useObeyed(): string {
  const model = useReadModel();
  const live = useLive(() => model.properties(), [model]);
  return JSON.stringify(live.value?.data ?? {});
}

function failed(thrown: unknown): FlagAnswer {
  return { kind: 'unanswered', why: 'failed', reason: toSyncError(thrown).message };
}

function wantedOf(flags: readonly Flag[], search: string): readonly FlagRow[] {
  const wanted = search.toLocaleLowerCase();
  return flags
    .filter(({ name, value, description }) =>
      [name, value, description].join('\n').toLocaleLowerCase().includes(wanted),
    )
    .map((flag) => ({ ...flag, id: flag.name }));
}

const NEVER = { state: 'never', basis: 'server', asOf: null, lacks: [] } as const;
const NOT_KEPT = 'They are read from the server each time, and nothing of them is kept on this device.';

/** What may be said of the rows. A failed read is no empty list. */
function liveOf(blocker: string | undefined, answer: FlagAnswer | undefined): Live<Claim> {
  if (blocker !== undefined) return ready({ ...NEVER, reason: `${blocker}. ${NOT_KEPT}` });
  if (answer === undefined) return { status: 'loading', value: undefined, error: undefined };
  if (answer.kind === 'flags') {
    return ready({ state: 'complete', basis: 'server', asOf: answer.asOf, lacks: [], reason: null });
  }
  const reason = answer.kind === 'unanswered' ? answer.reason : '';
  if (answer.kind === 'unanswered' && answer.why === 'forbidden')
    return ready({ ...NEVER, state: 'forbidden', reason });
  if (answer.kind === 'unanswered' && answer.why === 'offline')
    return ready({ ...NEVER, reason: `${reason} ${NOT_KEPT}` });
  return {
    status: 'failed',
    value: undefined,
    error: toSyncError(new Error(reason)),
  };
}

function ready(value: Claim): Live<Claim> {
  return { status: 'ready', value, error: undefined };
}
