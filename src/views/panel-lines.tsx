import { useState, type ReactElement, type ReactNode } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { ShowMore } from '#src/ui/show-more.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { ViewFallback } from './view-fallback.tsx';
import { viewState } from './view-state.ts';

interface PanelPartProps {
  live: Live<Pick<Claim, 'state' | 'asOf'>>;
  isEmpty: boolean;
  /** What it is of: "Checks". */
  what: string;
  /** Said of a complete copy without any. */
  none: string;
  /** How much of all is shown, before the age. */
  note?: string | undefined;
  children: ReactNode;
}

/** What a section of a panel reads: its lines with their age, or why there are none. */
export function PanelPart({ live, isEmpty, what, none, note, children }: PanelPartProps): ReactElement {
  const state = viewState(live, useSyncStatus(), isEmpty);
  const asOf = live.value?.asOf ?? null;
  return (
    <LoadingRegion
      isLoading={state === 'loading'}
      label={`Loading ${what.toLowerCase()}`}
      skeleton={<SkeletonRows count={2} />}
    >
      {state === 'ready' ? (
        <div className="flex flex-col gap-2">
          {isEmpty ? (
            <p className="text-table text-muted">
              {live.value?.state === 'complete'
                ? none
                : 'None on this device; not everything has been downloaded yet'}
            </p>
          ) : (
            children
          )}
          {asOf !== null && (
            <p className="text-caption text-muted">
              {note !== undefined && !isEmpty && `${note} · `}
              <span aria-hidden>{note === undefined || isEmpty ? 'As of ' : 'as of '}</span>
              <Ago at={asOf} label={`${what} as of`} />
            </p>
          )}
        </div>
      ) : (
        state !== 'loading' && <ViewFallback error={live.error} state={state} what={what} />
      )}
    </LoadingRegion>
  );
}

/** Spec 9: "Property lists collapse to 'show more' after 6 items". */
const SHOWN = 6;

interface PanelLinesProps<T> {
  label: string;
  rows: readonly T[];
  idOf: (row: T) => string;
  nameOf: (row: T) => string;
  children: (row: T) => ReactElement;
}

/** Lines of a section; those beyond the first six are one press away. */
export function PanelLines<T>({ label, rows, idOf, nameOf, children }: PanelLinesProps<T>): ReactElement {
  const [isWhole, setWhole] = useState(false);
  return (
    <div className="flex flex-col items-start gap-1">
      <ul aria-label={label} className="flex w-full flex-col divide-y divide-line border-y border-line">
        <Records idOf={idOf} nameOf={nameOf} of={isWhole ? rows : rows.slice(0, SHOWN)}>
          {children}
        </Records>
      </ul>
      {rows.length > SHOWN && <ShowMore isWhole={isWhole} onChange={setWhole} />}
    </div>
  );
}

interface PanelLineProps {
  children: ReactNode;
  /** On the right of its name. */
  end?: ReactNode;
  /** On a second row, in muted text. */
  below?: ReactNode;
}

/** One line: its name, what is said of it on the right, and more below. */
export function PanelLine({ children, end, below }: PanelLineProps): ReactElement {
  return (
    <li className="flex min-h-row min-w-0 flex-col justify-center py-1 text-table">
      <span className="flex min-w-0 items-center gap-x-2">
        {children}
        {end !== undefined && <span className="ms-auto flex shrink-0 items-center gap-1.5">{end}</span>}
      </span>
      {below !== undefined && <span className="flex min-w-0 items-center gap-x-2 text-muted">{below}</span>}
    </li>
  );
}
