import { ChevronDown, ChevronUp, Download, Paperclip } from 'lucide-react';
import { useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { cutsOf, type Cut } from '#sync/protocol/cut.ts';
import { formatBytes } from '#src/lib/bytes.ts';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { isRow } from '#src/views/row-text.ts';
import { runName, type Run } from '../run-row.ts';
import { statusTitle } from '../status-title.ts';
import { downloadStep } from './download-step.ts';
import { frozenOutput } from './frozen-output.ts';
import { OutputReading, type OutputPart, type Shown } from './output-reading.ts';
import { OutputText } from './output-text.tsx';
import type { Step } from './run-steps.ts';
import { streamsOf } from './step-output.ts';

interface StepViewProps {
  run: Run;
  step: Step;
  /** What was read of it; undefined for a step that no server has. */
  body: unknown;
}

/** What a step gave, and the way through it. */
export function StepView({ run, step, body }: StepViewProps): ReactElement {
  const { name, status, start_time: start, end_time: end, error } = step;
  const cuts = useMemo(() => cutsOf(body), [body]);
  const result = isRow(body) ? body['result'] : undefined;
  const parts = useMemo(() => partsOf(error, result, cuts), [error, result, cuts]);
  const [reading] = useState(() => new OutputReading());
  const shown = useSyncExternalStore(reading.subscribe, () => reading.of(parts));
  const isEmpty = parts.length === 0;
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-table">
        <h2 className="text-body font-semibold wrap-any">{name}</h2>
        <span className="text-muted">{statusTitle(status ?? '')}</span>
        {start !== null && <Age at={start} className="text-muted" label="Started" />}
        {!isEmpty && (
          <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
            <OutputSearch reading={reading} shown={shown} />
            <AttachButton parts={parts} run={run} step={step} />
            <DownloadButton cuts={cuts} result={result} step={step} />
          </div>
        )}
      </div>
      {shown.parts.map((part) => (
        <div className="flex flex-col gap-1" key={part.id}>
          <h3 className="text-caption text-muted">
            {part.label}
            {part.missing > 0 && ` without ${formatBytes(part.missing)} of its middle`}
          </h3>
          <OutputText
            isGrowing={end === null}
            label={`${part.label} of ${name}`}
            part={part}
            reading={reading}
            search={shown.search}
          />
        </div>
      ))}
      {isEmpty && <p className="text-table text-muted">{end === null ? 'No output yet' : 'No result'}</p>}
    </section>
  );
}

function partsOf(error: string | null, result: unknown, cuts: readonly Cut[]): readonly OutputPart[] {
  const failure = error === null ? [] : [{ id: 'error', label: 'Error', text: error, cut: null }];
  return [...failure, ...streamsOf(result, cuts)];
}

/** The end of what it wrote, frozen into an incident: the run may be gone from the server before the incident is. */
function AttachButton({
  run,
  step,
  parts,
}: Pick<StepViewProps, 'run' | 'step'> & { parts: readonly OutputPart[] }): ReactElement | null {
  const attach = useAttachEvidence();
  if (attach === null) return null;
  return (
    <Button
      icon={Paperclip}
      size="small"
      onPress={() =>
        attach({
          kind: 'log',
          componentId: run.component_id ?? undefined,
          configId: run.config_id ?? undefined,
          name: `${runName(run)}: ${step.name}`,
          lines: frozenOutput(run, step, parts),
        })
      }
    >
      {ATTACH_EVIDENCE_LABEL}
    </Button>
  );
}

interface DownloadButtonProps extends Pick<StepViewProps, 'step'> {
  result: unknown;
  cuts: readonly Cut[];
}

function DownloadButton({ step, result, cuts }: DownloadButtonProps): ReactElement {
  const [isPending, setPending] = useState(false);
  return (
    <Button
      icon={Download}
      isPending={isPending}
      size="small"
      onPress={() => {
        setPending(true);
        void downloadStep(step, result, cuts).finally(() => setPending(false));
      }}
    >
      Download logs
    </Button>
  );
}

/** `/` leads here, Enter and Shift+Enter through what was found; outside the field n and N do. */
function OutputSearch({ reading, shown }: { reading: OutputReading; shown: Shown }): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { search } = shown;
  const isFound = search.found > 0;
  const [handleInput] = useState(() => (input: HTMLInputElement | null) => {
    inputRef.current = input;
    const handleKey = ({ key, shiftKey }: KeyboardEvent): void => {
      if (key === 'Enter') reading.step(shiftKey ? -1 : 1);
    };
    input?.addEventListener('keydown', handleKey);
    return () => input?.removeEventListener('keydown', handleKey);
  });
  useShortcut({
    id: 'page-search',
    keys: ['/'],
    shown: ['/'],
    label: 'Search the output',
    group: 'This page',
    run: () => inputRef.current?.focus(),
  });
  useShortcut(
    stepKey('next', 'n', () => reading.step(1)),
    isFound,
  );
  useShortcut(
    stepKey('previous', 'Shift+n', () => reading.step(-1)),
    isFound,
  );
  return (
    <search className="flex flex-wrap items-center justify-end gap-1">
      <SearchField
        className="w-56"
        inputRef={handleInput}
        label="Search the output"
        shortcut="/"
        value={text}
        onChange={(next) => {
          setText(next);
          reading.look(next.trim());
        }}
      />
      {search.text !== '' && (
        <>
          <output className="min-w-24 text-end text-table whitespace-nowrap text-muted tabular">
            {foundWords(shown)}
          </output>
          <IconButton
            disabledReason={isFound ? undefined : 'Nothing was found'}
            icon={ChevronUp}
            label="Previous line found"
            size="small"
            onPress={() => reading.step(-1)}
          />
          <IconButton
            disabledReason={isFound ? undefined : 'Nothing was found'}
            icon={ChevronDown}
            label="Next line found"
            size="small"
            onPress={() => reading.step(1)}
          />
        </>
      )}
    </search>
  );
}

function stepKey(id: 'next' | 'previous', key: string, run: () => void): Parameters<typeof useShortcut>[0] {
  const label = id === 'next' ? 'Next line found' : 'Previous line found';
  return { id: `output-${id}`, keys: [key], shown: [key], label, group: 'This page', run };
}

/** "3 of 17 lines". */
function foundWords({ parts, search: { found, at, isLooking } }: Shown): string {
  const lines = `${found.toLocaleString('en-US')} ${found === 1 ? 'line' : 'lines'}`;
  if (isLooking) return `${lines} so far`;
  if (found === 0) return 'Not found';
  const here = parts.some(({ missing }) => missing > 0) ? ' in what is here' : '';
  return at === 0 ? lines : `${at.toLocaleString('en-US')} of ${lines}${here}`;
}
