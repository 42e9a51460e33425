import { Link2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { WordsField, type Words } from '../link/words-field.tsx';
import { ConfigLinesChooser } from './config-lines-chooser.tsx';
import type { FoundLine, WizardType } from './wizard-types.ts';

interface SelectStepProps {
  type: WizardType;
  chosen: ReadonlyMap<string, FoundLine>;
  onChosenChange: (chosen: ReadonlyMap<string, FoundLine>) => void;
  words: Words;
  error: string | undefined;
  /** Another incident was chosen instead. */
  onElsewhere: () => void;
}

/** The chosen things once more, and the words that go with them. */
export function SelectStep(props: SelectStepProps): ReactElement {
  const { type, chosen, onChosenChange, words, error, onElsewhere } = props;
  const without = (id: string): void => {
    const next = new Map(chosen);
    next.delete(id);
    onChosenChange(next);
  };
  const isNote = type === 'comment';
  return (
    <div className="flex flex-col gap-4">
      {!isNote && (
        <ul aria-label="Selected" className="flex flex-col divide-y divide-line border-y border-line">
          {[...chosen.values()].map((line) => (
            <li className="flex flex-col gap-1 py-1" key={line.id}>
              <div className="flex items-center justify-between gap-2">
                <Checkbox isSelected help={line.detail} onChange={() => without(line.id)}>
                  {line.title}
                </Checkbox>
                <Elsewhere line={line} onElsewhere={onElsewhere} />
              </div>
              {line.source.kind === 'config' && (
                <ConfigLinesChooser
                  source={line.source}
                  onChange={(source) => onChosenChange(new Map(chosen).set(line.id, { ...line, source }))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <WordsField
        error={error}
        help={chosen.size > 1 ? 'Added to each of them' : undefined}
        isNote={isNote}
        words={words}
      />
    </div>
  );
}

function Elsewhere({ line, onElsewhere }: { line: FoundLine; onElsewhere: () => void }): ReactElement | null {
  const attach = useAttachEvidence();
  if (attach === null) return null;
  return (
    <IconButton
      icon={Link2}
      label={`${ATTACH_EVIDENCE_LABEL} to another incident: ${line.title}`}
      size="small"
      onPress={() => {
        onElsewhere();
        attach(line.source);
      }}
    />
  );
}
