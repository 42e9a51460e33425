import { useState, type ReactElement } from 'react';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { SearchStep } from '../evidence/search-step.tsx';
import type { FoundLine } from '../evidence/wizard-types.ts';
import { firstEvidence, type FirstEvidence } from './evidence-choice.ts';

const KINDS = [
  { id: 'topology', label: 'Component' },
  { id: 'config', label: 'Catalog item' },
] as const;
type Kind = (typeof KINDS)[number]['id'];

const NONE: ReadonlyMap<string, FoundLine> = new Map();

/** Finds one component or catalog item on this device. */
export function EvidencePicker({ onPick }: { onPick: (picked: FirstEvidence) => void }): ReactElement {
  const [kind, setKind] = useState<Kind>('topology');
  const [text, setText] = useState('');
  return (
    <Tabs
      items={KINDS.map(({ id, label }) => ({
        id,
        label,
        content: (
          <SearchStep
            isSingle
            chosen={NONE}
            text={text}
            type={id}
            onChosenChange={(chosen) => {
              const [line] = chosen.values();
              const picked = line === undefined ? null : firstEvidence(line);
              if (picked !== null) onPick(picked);
            }}
            onTextChange={setText}
          />
        ),
      }))}
      label="Kind of evidence"
      value={kind}
      onChange={(id) => setKind(id === 'config' ? 'config' : 'topology')}
    />
  );
}
