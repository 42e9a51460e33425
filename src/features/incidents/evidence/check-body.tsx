import type { ReactElement } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { FrozenRun, Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { RunStrip } from '#src/ui/marks/run-strip.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { bodyPart } from '#src/views/body-part.ts';
import { runsOf, STRIP_RUNS, useCheckFacts, useCheckRuns } from './evidence-queries.ts';
import { uptimeWords } from './run-facts.ts';
import { StateMark } from './state-mark.tsx';
import { Line, LiveThing, NotHere, Then } from './then-and-now.tsx';

interface CheckBodyProps {
  checkId: string;
  snapshot: Snapshot | null;
}

/** A check: its result when it was attached, and what this device knows of it now. */
export function CheckBody({ checkId, snapshot }: CheckBodyProps): ReactElement {
  const facts = useCheckFacts(checkId);
  return (
    <div className="flex flex-col gap-1">
      {snapshot !== null && <FrozenCheck snapshot={snapshot} />}
      <LiveThing live={facts} what="This check">
        {(check) => (
          <>
            <StateMark state={check.status} />
            {check.severity !== null && <SeverityBars severity={check.severity} />}
            {check.since !== null && (
              <span className="text-muted">
                changed <Ago at={check.since} label="Changed" />
              </span>
            )}
            {check.agent !== null && <span className="text-muted">Agent {check.agent}</span>}
          </>
        )}
      </LiveThing>
      <CheckHistory checkId={checkId} />
    </div>
  );
}

function FrozenCheck({ snapshot }: { snapshot: Snapshot }): ReactElement {
  const runs = snapshot.runs ?? [];
  const words = lastWords(runs);
  return (
    <>
      <Then at={snapshot.at}>
        <StateMark state={snapshot.status} />
        {runs.length > 0 && <Runs label="Runs when attached" runs={runs} />}
      </Then>
      {words !== null && <p className="ps-31 text-table wrap-any max-[700px]:ps-0">{words}</p>}
    </>
  );
}

/** The stored runs, those kept for the review of the incident, or why there are none. */
function CheckHistory({ checkId }: { checkId: string }): ReactElement | null {
  const { live, coverage } = useCheckRuns(checkId);
  const isMissing = live.status === 'ready' && live.value.length === 0;
  const kept = useDocument('check-recent', checkId, isMissing);
  if (live.status === 'failed') return <NotHere>{`Its runs cannot be read: ${live.error.message}`}</NotHere>;
  if (live.status === 'loading' || coverage.status === 'loading') return null;
  if (!isMissing) return <LastRuns runs={live.value} />;
  if (kept.status === 'loading' || kept.status === 'unasked') return null;
  if (kept.status === 'failed') return <NotHere>{`Its runs cannot be read: ${kept.error.message}`}</NotHere>;
  const runs = Array.isArray(kept.value.body) ? runsOf(kept.value.body.slice(0, STRIP_RUNS)) : [];
  if (runs.length > 0) return <LastRuns runs={runs} />;
  return <NotHere>{noRunsWords(bodyPart(kept), (coverage.value ?? null) !== null)}</NotHere>;
}

/** `isCovered`: this device has read its runs at some time. */
function noRunsWords(part: Part<unknown>, isCovered: boolean): string {
  if (part.is === 'forbidden') return 'Its runs may not be read with your role';
  // Only an empty list is none: what was in another could not be read.
  if (part.is === 'found' && !(Array.isArray(part.value) && part.value.length === 0))
    return 'Its runs cannot be read: they are not as expected';
  if (part.is === 'found' || part.is === 'missing' || isCovered) return 'It has no recent runs';
  return `Its runs are not on this device. ${part.is === 'not-here' ? (part.reason ?? '') : ''}`.trim();
}

function LastRuns({ runs }: { runs: readonly FrozenRun[] }): ReactElement {
  return (
    <Line
      label="Last runs"
      note={
        <>
          newest <Ago at={runs.at(-1)?.time} label="Newest run" />
        </>
      }
    >
      <Runs label="Last runs on this device" runs={runs} />
    </Line>
  );
}

function Runs({ runs, label }: { runs: readonly FrozenRun[]; label: string }): ReactElement {
  return (
    <>
      <RunStrip label={label} runs={runs} />
      <span className="tabular text-muted">{uptimeWords(runs)}</span>
    </>
  );
}

/** What the newest run said. */
function lastWords(runs: readonly FrozenRun[]): string | null {
  const last = runs.at(-1);
  if (last === undefined) return null;
  const took = last.duration === null ? '' : formatDuration(last.duration);
  const said = last.error ?? last.message ?? '';
  const words = [said, took === '' ? '' : `took ${took}`].filter((part) => part !== '').join(' · ');
  return words === '' ? null : words;
}
