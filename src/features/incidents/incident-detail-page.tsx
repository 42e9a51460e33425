import { useMemo, type ReactElement } from 'react';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { useTabState } from '#src/views/detail/tab-state.ts';
import { ExpansionProvider } from './incident-frame.tsx';
import { incidentSpec } from './incident-spec.tsx';

interface IncidentDetailPageProps {
  incidentId: string;
  /** `?comments=true`: all hypotheses start open. */
  isAllExpanded: boolean;
  onExpandedChange: (isAllExpanded: boolean) => void;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/incidents/{id}` */
export function IncidentDetailPage(props: IncidentDetailPageProps): ReactElement {
  const { incidentId, isAllExpanded, onExpandedChange, onLeave } = props;
  const expansion = useMemo(() => ({ isAllExpanded, onExpandedChange }), [isAllExpanded, onExpandedChange]);
  useWorkInProgress('incident');
  return (
    <ExpansionProvider value={expansion}>
      <DetailPage id={incidentId} spec={incidentSpec} tabs={useTabState()} onLeave={onLeave} />
    </ExpansionProvider>
  );
}
