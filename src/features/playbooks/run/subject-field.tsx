import { useState, type ReactElement } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { Segmented } from '#src/ui/forms/segmented.tsx';
import type { PickSource } from '#src/views/form/form-spec.ts';
import { PickField } from '#src/views/form/pick-field.tsx';
import type { RunTarget } from './playbook-definition.ts';

const KINDS: Readonly<Record<RunSubject['kind'], { readonly label: string; readonly from: PickSource }>> = {
  config: { label: 'Config', from: 'configs' },
  component: { label: 'Component', from: 'components' },
  check: { label: 'Check', from: 'checks' },
};

interface SubjectFieldProps {
  subject: RunSubject | null;
  /** What its selectors name; what it is opened on may be of another kind. */
  targets: readonly RunTarget[];
  onChange: (subject: RunSubject | null) => void;
}

/** What it is run on: one of the things that its selectors name, out of those on this device. */
export function SubjectField({ subject, targets, onChange }: SubjectFieldProps): ReactElement {
  const [wanted, setWanted] = useState<RunSubject['kind']>();
  const kind = wanted ?? subject?.kind ?? targets[0]?.kind ?? 'config';
  const { label, from } = KINDS[kind];
  const target = targets.find((each) => each.kind === kind);
  const types = target?.types;
  return (
    <div className="flex flex-col gap-3">
      {targets.length > 1 && (
        <div>
          <Segmented
            label="Run it on a"
            options={targets.map((target) => ({ id: target.kind, label: KINDS[target.kind].label }))}
            value={kind}
            onChange={(next) => {
              setWanted(next);
              if (subject !== null && subject.kind !== next) onChange(null);
            }}
          />
        </div>
      )}
      <PickField
        from={from}
        help={types === undefined ? undefined : `Of type ${types.join(', ')}`}
        isRequired
        key={kind}
        label={label}
        only={target?.only}
        value={subject?.kind === kind ? subject.id : ''}
        onChange={(id) => onChange(id === '' ? null : { kind, id })}
      />
    </div>
  );
}
