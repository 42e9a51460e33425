import { Download, Printer } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { IncidentTimeline, TimelineEvent } from '#sync/read/timeline.ts';
import type { IncidentDetail } from '#sync/read/types.ts';
import { downloadText } from '#src/platform/actions/download-text.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Markdown } from '#src/ui/text/markdown.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { useReviewState } from '../queries.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { reportFileName, reviewReport } from './review-report.ts';

interface ReviewReportDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  incident: IncidentDetail;
  timeline: IncidentTimeline;
  nameOf: (event: TimelineEvent) => string | null;
}

/** The review of the incident, made on this device: to read, copy, save or print. */
export function ReviewReportDialog(props: ReviewReportDialogProps): ReactElement | null {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: ReviewReportDialogProps): ReactElement {
  const { isOpen, onOpenChange, incident, timeline, nameOf } = props;
  const live = useReviewState(incident.id);
  const nowMs = useMinuteNow();
  const text = useMemo(
    () =>
      reviewReport({
        incident,
        timeline,
        parts: live.value?.data.parts ?? [],
        asOf: live.value?.asOf ?? null,
        nameOf,
        nowMs,
      }),
    [incident, timeline, live.value, nameOf, nowMs],
  );
  return (
    <>
      <Dialog
        isDismissable
        description="Made from the data on this device. Copied and downloaded as Markdown."
        footer={
          <>
            <CopyTextButton label="Copy" text={text} />
            <Button
              icon={Download}
              onPress={() => downloadText(reportFileName(incident), text, 'text/markdown')}
            >
              Download
            </Button>
            <Button icon={Printer} variant="primary" onPress={() => globalThis.print()}>
              Print
            </Button>
          </>
        }
        isOpen={isOpen}
        size="large"
        title="Review report"
        onOpenChange={onOpenChange}
      >
        {live.status === 'failed' && (
          <ReadFailedBar error={live.error}>What is on this device could not be read</ReadFailedBar>
        )}
        <Markdown isDocument text={text} />
      </Dialog>
      {createPortal(
        <article className="hidden print:block" data-print-root>
          <Markdown isDocument text={text} />
        </article>,
        document.body,
      )}
    </>
  );
}
