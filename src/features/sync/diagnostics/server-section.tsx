import type { ReactElement } from 'react';
import type { Diagnostics } from '#sync/protocol/diagnostics.ts';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { leaderWords, skewWords } from './diagnostic-labels.ts';

const WIRE_WORDS = { '2024': 'As of 2024', '2026': 'As of 2026' } as const;

/** The clock of this device beside the server's, and what is known of the server. */
export function ServerSection({ report }: { report: Diagnostics }): ReactElement {
  const { leader, skewMs } = report;
  const wire = leader?.wire ?? null;
  return (
    <KeyValueList
      items={[
        { id: 'clock', label: 'Clock of this device', value: skewWords(skewMs) },
        { id: 'reach', label: 'Server', value: leaderWords('reach', leader?.reach) },
        { id: 'wire', label: 'Its data', value: wire === null ? 'Not asked yet' : WIRE_WORDS[wire] },
        { id: 'session', label: 'Session', value: leaderWords('session', leader?.session) },
        { id: 'attention', label: 'Pace', value: leaderWords('attention', leader?.attention) },
      ]}
    />
  );
}
