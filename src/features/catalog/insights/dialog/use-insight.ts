import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { absentPart } from '#src/views/body-part.ts';
import { NO_ROWS } from '../insight-query.ts';
import { readBody, readInsight, type Insight } from '../insight-row.ts';
import { useItems } from '../use-insights.ts';

/** An insight with its facts, and the read of what it says. */
export interface OpenedInsight {
  readonly insight: Insight;
  readonly read: DocumentRead;
  readonly again: () => void;
}

/** One insight: its row of this device, and what the server or this device has beside it. */
export function useInsight(id: string): Part<OpenedInsight> {
  const [turn, setTurn] = useState(0);
  const live = useIndexRows('config_analysis', [id]);
  const device = useIndexQuery('config_analysis', NO_ROWS).value;
  const read = useDocument('analysis', id, true, turn);
  const body = read.value?.body;
  const known = useMemo(() => readBody(body)?.insight, [body]);
  const raw = live.value?.[0];
  const row = useMemo(() => (raw === null ? undefined : readInsight(raw)), [raw]);
  const itemOf = useItems(useMemo(() => (row === undefined ? [] : [row]), [row]));
  if (row !== undefined) {
    const insight = { ...row, item: itemOf(row.config_id) ?? known?.item };
    const claim = {
      state: 'complete',
      basis: 'device',
      asOf: device?.asOf ?? null,
      lacks: [],
      reason: null,
    } as const;
    return { is: 'found', value: { insight, read, again: () => setTurn((before) => before + 1) }, claim };
  }
  if (known !== undefined) {
    const { asOf = null, reason = null } = read.value?.claim ?? {};
    const claim = { state: 'complete', basis: 'kept', asOf, lacks: [], reason } as const;
    return {
      is: 'found',
      value: { insight: known, read, again: () => setTurn((before) => before + 1) },
      claim,
    };
  }
  return live.status === 'loading' ? { is: 'loading' } : absentPart(read);
}
