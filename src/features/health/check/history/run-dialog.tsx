import type { ReactElement } from 'react';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import { momentText, statusOfRun } from './run-columns.tsx';

const FULL = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'full',
  timeStyle: 'long',
  hourCycle: 'h23',
});

/** One run with its whole texts: a row of the table never grows. */
export function RunDialog({ run, onClose }: { run: FrozenRun; onClose: () => void }): ReactElement {
  const said = [run.message, run.error].filter((text) => text !== null && text !== undefined && text !== '');
  return (
    <Dialog
      {...(said.length > 0 && { footer: <CopyTextButton label="Copy message" text={said.join('\n')} /> })}
      isDismissable
      isOpen
      title={`Run of ${momentText(run.time, useMinuteNow())}`}
      onOpenChange={onClose}
    >
      <KeyValueList
        items={[
          { id: 'status', label: 'Status', value: <StatusMark status={statusOfRun(run.status)} /> },
          {
            id: 'time',
            label: 'Time',
            value: <time dateTime={run.time}>{FULL.format(new Date(run.time))}</time>,
          },
          { id: 'duration', label: 'Duration', value: <Duration ms={run.duration} /> },
        ]}
      />
      <Said label="Message" text={run.message} />
      <Said label="Error" text={run.error} />
    </Dialog>
  );
}

function Said({ label, text }: { label: string; text: string | null | undefined }): ReactElement | null {
  if (text === null || text === undefined || text === '') return null;
  return (
    <section className="mt-4">
      <h3 className="text-table text-muted">{label}</h3>
      <pre
        className="mt-1 max-h-[40vh] overflow-auto rounded-control border border-line bg-panel p-3 text-table whitespace-pre-wrap wrap-any"
        {...KEY_SCROLLABLE}
      >
        {text}
      </pre>
    </section>
  );
}
