import { useState, type ReactElement } from 'react';
import { TIME_RANGE_OPTIONS, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { downloadFile } from '#src/platform/actions/download-file.ts';
import { requestFile, type FileAnswer } from '#src/platform/actions/request-file.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { TimeRangeSelect } from '#src/ui/filters/time-range-select.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';

/** Spec 2: "the time range comes from the shared list whose first entry is the default". */
const DEFAULT_RANGE: TimeRangeOption = TIME_RANGE_OPTIONS[0] ?? '15m';

interface SnapshotDialogProps {
  componentId: string;
  name: string;
  onOpenChange: (isOpen: boolean) => void;
}

/** Has the server make a file of a component and all below it. It is made when it is asked for: nothing of it is kept here. */
export function SnapshotDialog({ componentId, name, onOpenChange }: SnapshotDialogProps): ReactElement {
  const { phase } = useSyncStatus();
  const [range, setRange] = useState(DEFAULT_RANGE);
  const [hasRelated, setRelated] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async (): Promise<void> => {
    setAsking(true);
    setFailure(null);
    const answer = await requestFile(snapshotPath(componentId, range, hasRelated), 'zip');
    setAsking(false);
    if (answer.kind === 'file') {
      downloadFile(`${name}-snapshot.zip`, answer.blob);
      onOpenChange(false);
      return;
    }
    const why = failureWords(answer, phase === 'offline');
    setFailure(why);
    toast({ kind: 'error', text: 'Error downloading file', detail: why });
  };
  return (
    <Dialog
      isOpen
      description={name}
      footer={
        <>
          <Button variant="ghost" onPress={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            disabledReason={phase === 'offline' ? 'This device is offline' : undefined}
            isPending={isAsking}
            variant="primary"
            onPress={() => void download()}
          >
            Download
          </Button>
        </>
      }
      size="small"
      title="Snapshot"
      onOpenChange={onOpenChange}
    >
      <div className="flex flex-col items-start gap-3">
        <p className="text-table text-muted">
          The server makes a zip file of this component, of all below it and of their logs. That needs a
          connection.
        </p>
        <TimeRangeSelect value={range} onChange={setRange} />
        <Switch isSelected={hasRelated} onChange={setRelated}>
          Include related incidents and configs
        </Switch>
        {failure !== null && <InlineBar tone="error">{failure}</InlineBar>}
      </div>
    </Dialog>
  );
}

function snapshotPath(componentId: string, start: TimeRangeOption, related: boolean): string {
  const query = new URLSearchParams({ start, related: String(related) });
  return `/api/snapshot/topology/${encodeURIComponent(componentId)}?${query.toString()}`;
}

/** Each way in which a server gives none, in a sentence. */
export function failureWords(answer: Exclude<FileAnswer, { kind: 'file' }>, isOffline: boolean): string {
  if (isOffline) return 'This device is offline. Try again when it is connected.';
  if (answer.kind === 'ended') {
    return 'The connection was closed before the file came. Servers without a log service do that; otherwise try again.';
  }
  switch (answer.status) {
    case 401:
      return 'You are signed out. Sign in and try again.';
    case 403:
      return 'Your role does not allow this.';
    case 404:
      return 'The server does not know this component any more.';
    default:
      return answer.message === null
        ? `The server could not make the file (${answer.status}).`
        : `The server could not make the file: ${answer.message}`;
  }
}
