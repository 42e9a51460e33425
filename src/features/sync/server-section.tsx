import type { ReactElement } from 'react';
import type { Diagnostics } from '#sync/protocol/diagnostics.ts';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import { skewWords } from './diagnostic-words.ts';

const WIRE_WORDS = { '2024': 'Server of 2024', '2026': 'Server of 2026' } as const;

/** The clock of this device beside the server's, and what is known of the server. */
export function ServerSection({ report }: { report: Diagnostics }): ReactElement {
  const { leader, skewMs } = report;
  const wire = leader?.wire ?? null;
  return (
    <KeyValueList
      items={[
        { id: 'clock', label: 'Clock of this device', value: skewWords(skewMs) },
        { id: 'reach', label: 'Reached', value: leader?.reach ?? 'not known' },
        { id: 'session', label: 'Session', value: leader?.session ?? 'not known' },
        { id: 'wire', label: 'Data', value: wire === null ? 'Not asked yet' : WIRE_WORDS[wire] },
        { id: 'attention', label: 'Cadence', value: leader?.attention ?? 'not known' },
      ]}
    />
  );
}
