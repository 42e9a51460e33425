import { useMemo, useState, type ReactElement } from 'react';
import { DetailDialog } from '#src/views/detail/detail-dialog.tsx';
import type { TabState } from '#src/views/detail/tab-state.ts';
import { insightSpec } from './insight-spec.tsx';

export interface InsightDialogProps {
  insightId: string;
  onClose: () => void;
  /** The insights before and after this one in the list; absent where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** One insight in full size: `/catalog/insights?insightId={id}`. Which tab is open is kept from one to the next. */
export function InsightDialog({ insightId, ...ways }: InsightDialogProps): ReactElement {
  const [current, setCurrent] = useState('message');
  const tabs = useMemo<TabState>(() => ({ current, show: setCurrent, hrefOf: null }), [current]);
  return <DetailDialog {...ways} id={insightId} spec={insightSpec} tabs={tabs} />;
}
