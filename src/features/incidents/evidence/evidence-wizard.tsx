import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { StepProgress } from '#src/ui/marks/step-progress.tsx';
import { incidentPath } from '../commands.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { rememberLinked } from '../link/last-linked.ts';
import { useFreezer } from '../link/use-freezer.ts';
import { useWords } from '../link/words-field.tsx';
import { useWriteReason } from '../permissions.ts';
import { SearchStep } from './search-step.tsx';
import { SelectStep } from './select-step.tsx';
import { TypeStep } from './type-step.tsx';
import type { FoundLine, WizardType } from './wizard-types.ts';

const STEPS = [
  { id: 'type', label: 'Evidence type' },
  { id: 'search', label: 'Search' },
  { id: 'select', label: 'Select' },
] as const;
type Step = (typeof STEPS)[number]['id'];

interface EvidenceWizardProps {
  hypothesisId: string;
  hypothesisTitle: string;
  /** Known where it is opened from an item of that type: the first step is skipped. */
  type?: WizardType | undefined;
  onClose: () => void;
}

const NOTHING: ReadonlyMap<string, FoundLine> = new Map();

/** Adds evidence to a hypothesis from what is on this device. */
export function EvidenceWizard(props: EvidenceWizardProps): ReactElement {
  const { hypothesisId, hypothesisTitle, type: firstType, onClose } = props;
  const [type, setType] = useState<WizardType>(firstType ?? 'check');
  const [step, setStep] = useState<Step>(firstType === undefined ? 'type' : stepAfter(firstType));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(NOTHING);
  const { incidentId } = useIncidentScreen();
  const words = useWords(`${incidentPath(incidentId)}#evidence:${hypothesisId}`, null);
  const [noteError, setNoteError] = useState<string>();
  const adding = useAdding(hypothesisId, setChosen, () => {
    words.clear();
    onClose();
  });
  useWorkInProgress('form');
  const isNote = type === 'comment';
  const choose = (next: ReadonlyMap<string, FoundLine>): void => {
    for (const line of next.values()) adding.expect(line);
    setChosen(next);
  };
  const attach = (): void => {
    const description = words.text.trim();
    const isMissing = isNote && description === '';
    setNoteError(isMissing ? 'Please add comment details' : undefined);
    if (!isMissing) adding.attach(isNote ? null : [...chosen.values()], description);
  };
  return (
    <Dialog
      description={`To “${hypothesisTitle}”`}
      footer={
        <Footer
          chosenCount={isNote ? 1 : chosen.size}
          isBusy={adding.isBusy}
          isFirst={step === 'type' || (firstType !== undefined && step === stepAfter(firstType))}
          step={step}
          onAttach={attach}
          onBack={() => setStep(step === 'select' && !isNote ? 'search' : 'type')}
          onCancel={onClose}
          onNext={() => setStep('select')}
        />
      }
      isOpen
      size="medium"
      title="Add evidence"
      onOpenChange={onClose}
    >
      <div className="flex flex-col gap-4">
        <StepProgress currentId={step} label="Steps" steps={STEPS} />
        {adding.failure !== null && <InlineBar tone="error">Not attached: {adding.failure}</InlineBar>}
        {step === 'type' && (
          <TypeStep
            onChoose={(next) => {
              if (next !== type) setChosen(NOTHING);
              setType(next);
              setStep(stepAfter(next));
            }}
          />
        )}
        {step === 'search' && type !== 'comment' && (
          <SearchStep takesFocus {...{ type, text, chosen }} onChosenChange={choose} onTextChange={setText} />
        )}
        {step === 'select' && (
          <SelectStep
            {...{ type, chosen, words }}
            error={noteError}
            onChosenChange={setChosen}
            onElsewhere={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** A note is not searched for. */
function stepAfter(type: WizardType): Step {
  return type === 'comment' ? 'select' : 'search';
}

interface FooterProps {
  step: Step;
  isFirst: boolean;
  isBusy: boolean;
  chosenCount: number;
  onBack: () => void;
  onNext: () => void;
  onAttach: () => void;
  onCancel: () => void;
}

function Footer(props: FooterProps): ReactElement {
  const { step, isFirst, isBusy, chosenCount, onBack, onNext, onAttach, onCancel } = props;
  // It may have been taken away since the wizard was opened.
  const refusal = useWriteReason('evidences', 'evidence');
  const reason = chosenCount === 0 ? 'Choose at least one' : undefined;
  return (
    <>
      <Button
        className={isFirst ? '' : '-ms-3 me-auto'}
        variant="ghost"
        onPress={isFirst ? onCancel : onBack}
      >
        {isFirst ? 'Cancel' : 'Back'}
      </Button>
      {step === 'search' && (
        <Button disabledReason={reason} variant="primary" onPress={onNext}>
          {chosenCount === 0 ? 'Next' : `Next: ${chosenCount} selected`}
        </Button>
      )}
      {step === 'select' && (
        <Button disabledReason={refusal ?? reason} isPending={isBusy} variant="primary" onPress={onAttach}>
          Attach
        </Button>
      )}
    </>
  );
}

interface Adding {
  readonly expect: (line: FoundLine) => void;
  /** `null`: a note of the description alone. */
  readonly attach: (lines: readonly FoundLine[] | null, description: string) => void;
  readonly isBusy: boolean;
  readonly failure: string | null;
}

function useAdding(
  hypothesisId: string,
  setChosen: (chosen: ReadonlyMap<string, FoundLine>) => void,
  onDone: () => void,
): Adding {
  const sync = useSync();
  const freezer = useFreezer();
  const { incidentId } = useIncidentScreen();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (lines: readonly FoundLine[] | null, description: string): Promise<void> => {
    const screen = incidentPath(incidentId);
    if (lines === null) {
      const evidence = { type: 'comment', description, payload: { comment: description } } as const;
      await sync.submit({ kind: 'evidence.add', hypothesisId, evidence }, screen);
    }
    const left = [...(lines ?? [])];
    try {
      for (const line of lines ?? []) {
        const evidence = { ...(await freezer.freeze(line.source)), description };
        await sync.submit({ kind: 'evidence.add', hypothesisId, evidence }, screen);
        left.shift();
      }
    } catch (thrown) {
      // What is attached already must not be attached again.
      setChosen(new Map(left.map((line) => [line.id, line])));
      throw thrown;
    }
    rememberLinked(incidentId);
  };
  return {
    isBusy,
    failure,
    expect: (line) => freezer.expect(line.source),
    attach: (lines, description) => {
      setBusy(true);
      run(lines, description).then(onDone, (thrown: unknown) => {
        setFailure(toSyncError(thrown).message);
        setBusy(false);
      });
    },
  };
}
