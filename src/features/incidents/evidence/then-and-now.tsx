import { CloudOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';

/** What was frozen into the evidence, with the moment it was. */
export function Then({ at, children }: { at: string; children: ReactNode }): ReactElement {
  return (
    <Line label="When attached" note={<Ago at={at} label="Frozen" />}>
      {children}
    </Line>
  );
}

/** What this device knows now, with its age. */
export function Now({ asOf, children }: { asOf: string | null; children: ReactNode }): ReactElement {
  return (
    <Line label="Now" note={asOf === null ? 'age unknown' : <AsOf at={asOf} />}>
      {children}
    </Line>
  );
}

function AsOf({ at }: { at: string }): ReactElement {
  return (
    <>
      as of <Ago at={at} label="Data as of" />
    </>
  );
}

interface LineProps {
  label: string;
  note: ReactNode;
  children: ReactNode;
}

/** A name, and beside it what there is; what breaks stays beside it. */
export function Line({ label, note, children }: LineProps): ReactElement {
  return (
    <div className="flex gap-x-3 text-table leading-6 max-[700px]:gap-x-2">
      <span className="w-28 shrink-0 text-muted max-[700px]:w-22">{label}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {children}
        <span className="text-caption leading-6 text-muted">{note}</span>
      </div>
    </div>
  );
}

/** Stands where the live state would be when this device does not have it. */
export function NotHere({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="flex items-center gap-1.5 text-table text-muted">
      <Icon icon={CloudOff} size={14} />
      {children}
    </p>
  );
}

/** Why a thing is not among what is stored here. `what`: "This check". */
export function absentWords(what: string, state: Completeness): string {
  switch (state) {
    case 'complete':
      return `${what} does not exist any more`;
    case 'forbidden':
      return `${what} may not be read with your role`;
    case 'skew':
      return `${what} cannot be read: the server uses another version of this data`;
    case 'never':
    case 'partial':
      return `${what} is not on this device`;
  }
}

interface LiveThingProps<T> {
  live: Live<Read<T | null>>;
  /** "This check". */
  what: string;
  children: (thing: T) => ReactNode;
}

/** The present state of a thing, or why there is none. */
export function LiveThing<T>({ live, what, children }: LiveThingProps<T>): ReactElement | null {
  if (live.status === 'failed') return <NotHere>{`${what} cannot be read: ${live.error.message}`}</NotHere>;
  if (live.status === 'loading') return null;
  const { data, state, asOf } = live.value;
  if (data === null) return <NotHere>{absentWords(what, state)}</NotHere>;
  return <Now asOf={asOf}>{children(data)}</Now>;
}
