import { useMemo, type ReactElement } from 'react';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { DiffLines } from '#src/ui/text/diff-lines.tsx';
import { DiffSides } from '#src/ui/text/diff-sides.tsx';
import { bodyPart } from '#src/views/body-part.ts';
import { isRow } from '#src/views/row-text.ts';
import { streamsOf } from '../detail/step-output.ts';
import { hasOutput, type StepPair } from './compare-runs.ts';
import { outputDiff, type OutputDiff } from './output-diff.ts';

/** Two sides have room beside each other. */
const useIsWide = mediaQueryHook('(min-width: 700px)');

interface OutputsComparedProps {
  pairs: readonly StepPair[];
  /** Name of the step; the last one without. */
  chosen: string | undefined;
  onChoose: (step: string) => void;
}

/** What a step wrote in both runs, line by line. */
export function OutputsCompared({ pairs, chosen, onChoose }: OutputsComparedProps): ReactElement {
  const steps = pairs.filter(hasOutput);
  const pair = steps.find(({ name }) => name === chosen) ?? steps.at(-1);
  return (
    <section aria-label="Output" className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-section font-semibold">Output</h2>
        {steps.length > 1 && pair !== undefined && (
          <ToolbarSelect
            label="Step:"
            options={steps.map(({ name }) => ({ id: name, label: name }))}
            value={pair.name}
            onChange={onChoose}
          />
        )}
      </div>
      {pair?.a && pair.b ? (
        <StepOutputs aId={pair.a.id} bId={pair.b.id} key={pair.name} name={pair.name} />
      ) : (
        <p className="text-table text-muted">No step has run in both of them: there is nothing to compare.</p>
      )}
    </section>
  );
}

function StepOutputs({ aId, bId, name }: { aId: string; bId: string; name: string }): ReactElement {
  const left = useDocument('action-result', aId, true);
  const right = useDocument('action-result', bId, true);
  const [a, b] = [sideOf(left, 'left'), sideOf(right, 'right')];
  const absent = [a, b].flatMap((side) => (side.is === 'absent' ? [side.text] : []));
  return (
    <>
      {absent.map((text) => (
        <InlineBar key={text} tone="info">
          {text}
        </InlineBar>
      ))}
      {[a, b].map(
        (side) =>
          side.is === 'found' &&
          side.oldAsOf !== null && (
            <InlineBar key={side.name} tone="offline">
              The output of the {side.name} run is shown as of <Ago at={side.oldAsOf} label="As of" />.
            </InlineBar>
          ),
      )}
      <LoadingRegion
        isLoading={a.is === 'loading' || b.is === 'loading'}
        label="Loading the outputs"
        skeleton={<SkeletonRows count={6} />}
      >
        {a.is === 'found' && b.is === 'found' && <Streams a={a.result} b={b.result} name={name} />}
      </LoadingRegion>
    </>
  );
}

type SideOutput =
  | { readonly is: 'loading' }
  | { readonly is: 'absent'; readonly text: string }
  | {
      readonly is: 'found';
      readonly name: 'left' | 'right';
      readonly result: unknown;
      readonly oldAsOf: string | null;
    };

function sideOf(read: DocumentRead, name: 'left' | 'right'): SideOutput {
  const what = `The output of the ${name} run`;
  const part = bodyPart(read);
  switch (part.is) {
    case 'failed':
      return { is: 'absent', text: `${what} could not be read: ${part.error.message}` };
    case 'loading':
      return { is: 'loading' };
    case 'found':
      return {
        is: 'found',
        name,
        result: isRow(part.value) ? part.value['result'] : undefined,
        oldAsOf: part.claim.basis === 'server' ? null : part.claim.asOf,
      };
    case 'forbidden':
      return { is: 'absent', text: `You do not have permission to see the output of the ${name} run.` };
    case 'missing':
      return { is: 'absent', text: `${what} does not exist on the server any more.` };
    case 'not-here':
      return { is: 'absent', text: `${what} is not on this device. ${part.reason ?? ''}` };
  }
}

function Streams({ a, b, name }: { a: unknown; b: unknown; name: string }): ReactElement {
  const diffs = useMemo(() => streamDiffs(a, b), [a, b]);
  if (diffs.length === 0) return <p className="text-table text-muted">Neither of them wrote anything.</p>;
  return (
    <>
      {diffs.map(({ label, diff }) => (
        <div className="flex min-w-0 flex-col gap-1" key={label}>
          <h3 className="text-caption text-muted">{label}</h3>
          <Difference diff={diff} label={`${label} of ${name}, left and right`} />
        </div>
      ))}
    </>
  );
}

/** Each text that at least one of them gave; the other is empty where it gave none. */
function streamDiffs(
  a: unknown,
  b: unknown,
): readonly { readonly label: string; readonly diff: OutputDiff }[] {
  const [left, right] = [streamsOf(a), streamsOf(b)];
  const labels = [...new Set([...left, ...right].map(({ label }) => label))];
  return labels.map((label) => {
    const textOf = (streams: typeof left): string =>
      streams.find((stream) => stream.label === label)?.text ?? '';
    return { label, diff: outputDiff(textOf(left), textOf(right)) };
  });
}

function Difference({ diff, label }: { diff: OutputDiff; label: string }): ReactElement {
  const isWide = useIsWide();
  switch (diff.is) {
    case 'equal':
      return <p className="text-table text-muted">The same, but for the times in it.</p>;
    case 'too-long':
      return (
        <p className="text-table text-muted">
          It is too long to be compared here: more than 1 MB, or 10,000 lines. Download the logs of both runs
          to compare them.
        </p>
      );
    case 'too-different':
      return (
        <p className="text-table text-muted">
          Nearly every line is different: it cannot be compared line by line. Open both runs to read them.
        </p>
      );
    case 'different': {
      const text = diff.lines.join('\n');
      return (
        <>
          {isWide ? <DiffSides diff={text} label={label} /> : <DiffLines diff={text} label={label} />}
          <p className="text-caption text-muted">
            Lines that are the same but for their times are shown as the right run wrote them.
          </p>
        </>
      );
    }
  }
}
