import type { ReactElement } from 'react';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { KeepPopover, KeepSwitch } from '#src/views/keep-offline.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';

/** Whether an item stays on this device with what belongs to it, however long nobody looks at it. */
export function KeepItem({ id, content }: { id: string; content: DocumentRead }): ReactElement | null {
  const model = useReadModel();
  const live = useLive(() => model.pinned('config'), [model]);
  if (live.status === 'failed')
    return <ReadFailedBar error={live.error}>What is kept offline could not be read</ReadFailedBar>;
  if (live.value === undefined) return null;
  const isKept = live.value.includes(id);
  const { body = null, isKept: isWhole = true, hidden = 0 } = content.value ?? {};
  return (
    <KeepPopover isKept={isKept} label={isKept ? 'Kept offline' : 'Keep offline'}>
      <KeepSwitch
        help="Downloads its content, details, last changes, relationships and checks."
        id={id}
        isKept={isKept}
        kind="config"
      />
      {body !== null && !isWhole && (
        <p className="text-muted">
          {hidden > 0
            ? `Its content is kept without the texts in it that may be secrets (${hidden}).`
            : 'Its content is not kept on this device: it may hold a secret, or is too large.'}
        </p>
      )}
    </KeepPopover>
  );
}
