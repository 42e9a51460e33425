import type { ReactElement } from 'react';
import { Ago } from '#src/ui/marks/ago.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { CloudOff } from 'lucide-react';
import type { Claim, Part } from '#sync/protocol/claim.ts';

/** Bodies as three other areas would bring them: each asks for an id alone and has its own age. */

interface Line {
  readonly id: string;
  readonly text: string;
}

/** What one area knows about each thing. */
export type Area = (id: string) => Part<readonly Line[]>;

interface AreaBodyProps {
  area: Area;
  id: string;
  what: string;
}

export function AreaBody({ area, id, what }: AreaBodyProps): ReactElement {
  const part = area(id);
  if (part.is === 'not-here')
    return (
      <EmptyState icon={CloudOff} title="Not on this device yet">
        {what} of this service have not been downloaded to this device. {part.reason}
      </EmptyState>
    );
  if (part.is !== 'found') throw new Error(`${what} broke`);
  const { claim, value } = part;
  return (
    <div className="flex flex-col gap-2">
      {claim.reason !== null && (
        <InlineBar tone="offline">
          {claim.reason} {what} are shown as of <Ago at={claim.asOf} label="As of" />.
        </InlineBar>
      )}
      <ul aria-label={what} className="flex flex-col divide-y divide-line border-y border-line text-table">
        {value.map(({ id: lineId, text }) => (
          <li className="flex min-h-row items-center" key={lineId}>
            {text}
          </li>
        ))}
      </ul>
      <p className="text-table text-muted">
        As of <Ago at={claim.asOf} label={`${what} as of`} />
      </p>
    </div>
  );
}

export const NOW = { state: 'complete', basis: 'server', lacks: [], reason: null } as const;

/** A claim of so many minutes ago. */
export function claimed(minutes: number, part: Partial<Claim> = {}): Claim {
  return { ...NOW, asOf: new Date(Date.now() - minutes * 60_000).toISOString(), ...part };
}

/** An area that has these lines, with that claim. */
export function areaOf(lines: readonly string[], claim: Claim): Area {
  const value = lines.map((text, at) => ({ id: String(at), text }));
  return () => ({ is: 'found', value, claim });
}
