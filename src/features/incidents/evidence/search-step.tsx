import type { ReactElement } from 'react';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { FoundList } from './found-list.tsx';
import {
  FOUND_LIMIT,
  useFoundPacked,
  useFoundSubjects,
  SEARCH_DELAY_MS,
  type Found,
  type PackedType,
} from './use-found.ts';
import { useSettled } from '#src/ui/forms/use-settled.ts';
import { TYPE_WORDS, type FoundLine, type WizardType } from './wizard-types.ts';

interface SearchStepProps {
  type: Exclude<WizardType, 'comment'>;
  text: string;
  onTextChange: (text: string) => void;
  chosen: ReadonlyMap<string, FoundLine>;
  onChosenChange: (chosen: ReadonlyMap<string, FoundLine>) => void;
  isSingle?: boolean | undefined;
  /** It is a step of its own: who comes to it types. */
  takesFocus?: boolean | undefined;
}

/** On a touch screen the keyboard would cover half of the list that a person may just as well press. */
function takeFocus(input: HTMLInputElement | null): void {
  if (typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches) return;
  input?.focus();
}

/** Finds things on this device, and says how much of what there is that covers. */
export function SearchStep(props: SearchStepProps): ReactElement {
  const { type, text, onTextChange, takesFocus = false } = props;
  const settled = useSettled(text, SEARCH_DELAY_MS);
  return (
    // The place of the longest list is kept, so that the dialog does not change its height with every letter.
    <div className="flex min-h-[25.5rem] flex-col gap-3">
      <SearchField
        inputRef={takesFocus ? takeFocus : undefined}
        label={`Search ${TYPE_WORDS[type].many}`}
        value={text}
        onChange={onTextChange}
      />
      {type === 'check' || type === 'topology' ? (
        <SubjectResults {...props} text={settled} type={type} />
      ) : (
        <PackedResults {...props} text={settled} type={type} />
      )}
    </div>
  );
}

function SubjectResults(props: SearchStepProps & { type: 'check' | 'topology' }): ReactElement {
  return <Results {...props} live={useFoundSubjects(props.type, props.text)} />;
}

function PackedResults(props: SearchStepProps & { type: PackedType }): ReactElement {
  return <Results {...props} live={useFoundPacked(props.type, props.text)} />;
}

function Results({
  type,
  live,
  chosen,
  onChosenChange,
  isSingle,
}: SearchStepProps & { live: Live<Found> }): ReactElement {
  if (live.status === 'failed') return <ErrorPanel message={live.error.message} />;
  const { many } = TYPE_WORDS[type];
  return (
    <LoadingRegion
      isLoading={live.status === 'loading'}
      label={`Searching ${many}`}
      skeleton={<SkeletonRows count={5} />}
    >
      {live.status === 'ready' && (
        <>
          <output className="text-table text-muted">
            {countWords(live.value, many)} <Coverage found={live.value} type={type} />
          </output>
          {live.value.lines.length > 0 && (
            <FoundList
              chosen={chosen}
              isSingle={isSingle}
              label={`Found ${many}`}
              lines={live.value.lines}
              onChange={onChosenChange}
            />
          )}
        </>
      )}
    </LoadingRegion>
  );
}

function countWords({ total }: Found, many: string): string {
  if (total === 0) return `No ${many} on this device match.`;
  if (total > FOUND_LIMIT) return `The first ${FOUND_LIMIT} of ${total} ${many} on this device.`;
  return `${total} ${many} on this device.`;
}

/** What the answer does not cover: a search of this device is not one of the server. */
function Coverage({ found, type }: { found: Found; type: SearchStepProps['type'] }): ReactElement {
  const { state, asOf } = found;
  if (state === 'forbidden') return <>Your role may not read them.</>;
  if (state === 'never' || state === 'skew') return <>They have not been downloaded yet.</>;
  return (
    <>
      {type === 'config_change' && <ChangeWindow />}
      {type === 'config_analysis' && 'Insights resolved long ago are not among them. '}
      {state === 'partial' && 'Not all of them are here yet. '}
      {asOf !== null && (
        <>
          As of <Ago at={asOf} label="Data as of" />.
        </>
      )}
    </>
  );
}

/** Changes are kept for a while only. */
function ChangeWindow(): ReactElement | null {
  const model = useReadModel();
  const from = useLive(() => model.coverage('config_changes', ''), [model]).value?.from ?? null;
  if (from === null) return null;
  return (
    <>
      They go back to <Ago at={from} label="Kept since" />.{' '}
    </>
  );
}
