import { useMemo, type ReactElement } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { runsRead } from '#sync/read/playbooks/run-list.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { usePersonName } from '#src/views/person-name.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { RunStatus } from '../runs/run-columns.tsx';
import { readRun, runDate, runHref, runMs } from '../runs/run-row.ts';

interface LastRunProps {
  playbookId: string;
  /** Null: whatever it ran on. */
  subject: RunSubject | null;
}

/** How it went the last time, and who had run it; only a device that has all runs says that there was none. */
export function LastRun({ playbookId, subject }: LastRunProps): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(runsRead(playbookId)), [model, playbookId]);
  const personName = usePersonName();
  const run = useMemo(() => {
    const rows = (live.value?.data ?? []).flatMap((row) => readRun(row) ?? []);
    return rows.find((row) => subject === null || row[`${subject.kind}_id`] === subject.id);
  }, [live.value, subject]);
  const history = <TextLink href={runsHref(playbookId)}>All its runs</TextLink>;
  const where = subject === null ? '' : ' on it';
  if (run === undefined) {
    return (
      <p className="text-table text-muted">
        {live.status === 'failed'
          ? `Its runs cannot be read: ${live.error.message} `
          : live.value?.state === 'complete'
            ? `Not run${where} in the last 7 days. `
            : live.value === undefined
              ? ''
              : `No run${where} is on this device. `}
        {history}
      </p>
    );
  }
  const by = run.created_by === null ? 'an event' : (personName(run.created_by) ?? 'somebody');
  const ms = runMs(run);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
      <span className="text-muted">
        {/* A newer one may have to come yet. */}
        {live.value?.state === 'complete' ? 'Last run' : 'Newest run here'}
        {where}
      </span>
      <TextLink className="inline-flex min-h-target items-center gap-2" href={runHref(run)} tone="quiet">
        <RunStatus run={run} />
        <Age at={runDate(run) ?? run.created_at} label="Started" />
      </TextLink>
      <span className="text-muted">by {by}</span>
      {ms !== null && <Duration label="Duration" ms={ms} />}
      <span className="ms-2">{history}</span>
    </p>
  );
}
