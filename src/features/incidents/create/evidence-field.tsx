import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { showWhole } from '#src/ui/show-whole.ts';
import { textAt } from '#src/views/form/form-values.ts';
import type { KitForm } from '#src/views/form/use-kit-form.ts';
import { SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { choiceOf, keptChoice, type FirstEvidence } from './evidence-choice.ts';

/** Fetched when somebody wants it: most incidents begin without. */
const EvidencePicker = lazy(async () => {
  const { EvidencePicker: Loaded } = await import('./evidence-picker.tsx');
  return { default: Loaded };
});
const ConfigLinesChooser = lazy(async () => {
  const { ConfigLinesChooser: Loaded } = await import('../evidence/config-lines-chooser.tsx');
  return { default: Loaded };
});

/** What the incident begins with besides its words: at most one component or catalog item (spec 4). */
export function EvidenceField({ values, set }: Pick<KitForm, 'values' | 'set'>): ReactElement {
  const [isPicking, setPicking] = useState(false);
  const choice = choiceOf(textAt(values, 'evidence'));
  const choose = (next: FirstEvidence | null): void => {
    setPicking(false);
    // The words are about what was chosen.
    set(next === null ? { evidence: '', evidenceWords: '' } : { evidence: keptChoice(next) });
  };
  return (
    <section aria-label="Evidence" className="flex flex-col items-start gap-2">
      <h3 className="text-table font-medium">Evidence</h3>
      {choice === null ? (
        <Button
          className="-ms-2 text-muted"
          icon={isPicking ? X : Plus}
          size="small"
          variant="ghost"
          onPress={() => setPicking(!isPicking)}
        >
          {isPicking ? 'Close search' : 'Add evidence'}
        </Button>
      ) : (
        <Chosen
          choice={choice}
          words={textAt(values, 'evidenceWords')}
          onChange={choose}
          onWordsChange={(words) => set({ evidenceWords: words })}
        />
      )}
      {isPicking && choice === null && (
        <div className="min-h-[26rem] w-full" ref={showWhole}>
          <Suspense fallback={<SkeletonRows count={5} />}>
            <EvidencePicker onPick={choose} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

interface ChosenProps {
  choice: FirstEvidence;
  words: string;
  onChange: (choice: FirstEvidence | null) => void;
  onWordsChange: (words: string) => void;
}

function Chosen({ choice, words, onChange, onWordsChange }: ChosenProps): ReactElement {
  const { source } = choice;
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex items-center justify-between gap-2 border-y border-line py-1">
        <p className="min-w-0 text-table">
          <span className="font-medium wrap-any">{choice.title}</span>
          {choice.detail !== '' && <span className="text-muted wrap-any"> · {choice.detail}</span>}
        </p>
        <IconButton
          icon={X}
          label={`Remove evidence ${choice.title}`}
          size="small"
          onPress={() => onChange(null)}
        />
      </div>
      {source.kind === 'config' && (
        <Suspense>
          <ConfigLinesChooser
            source={source}
            onChange={({ lines, selected }) =>
              onChange({ ...choice, source: { ...source, lines: [...lines], selected: [...selected] } })
            }
          />
        </Suspense>
      )}
      <TextField label="What it shows" value={words} onChange={onWordsChange} />
    </div>
  );
}
