import type { ReactElement } from 'react';
import { incidentMovesFrom, isIncidentMove } from '#sync/protocol/tables/incident-status.ts';
import { normalIncidentType, normalSeverity } from '#sync/protocol/tables/incident.ts';
import { own } from '#sync/protocol/own.ts';
import type { OpView } from '#sync/read/types.ts';
import { Button } from '#src/ui/button.tsx';
import { ConflictReview, type ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { conflictFields, conflictTitle } from '#src/views/conflict-fields.ts';
import { mineOf } from '#src/views/conflict-texts.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { incidentSeverities, incidentTypes, titleOf } from '../incident-labels.ts';
import { sayNotSaved, useDecision } from '../use-decision.ts';

interface FieldKind {
  readonly label: string;
  readonly words: (text: string) => string;
  /** What editing offers, from what the server has; undefined is free text. */
  readonly choices?: ((theirs: string | null) => readonly string[]) | undefined;
}

const plain = (text: string): string => text;

/** Columns of an incident that are settled by asking. */
const FIELDS: Readonly<Record<string, FieldKind>> = {
  title: { label: 'Title', words: plain },
  description: { label: 'Description', words: plain },
  status: {
    label: 'Status',
    words: titleOf,
    choices: (theirs) => incidentMovesFrom(theirs).filter((status) => status !== theirs),
  },
  severity: {
    label: 'Severity',
    words: (text) => titleOf(normalSeverity(text)),
    choices: () => incidentSeverities,
  },
  type: { label: 'Type', words: (text) => titleOf(normalIncidentType(text)), choices: () => incidentTypes },
};

/** The clashing fields of an incident in words, for the review in place. */
export function incidentConflictFields(op: OpView): readonly ConflictField[] {
  return conflictFields(op, (name, theirs) => {
    const kind = own(FIELDS, name) ?? { label: titleOf(name), words: plain };
    return {
      label: kind.label,
      words: (value) => (typeof value === 'string' && value !== '' ? kind.words(value) : 'Not set'),
      options: kind
        .choices?.(typeof theirs === 'string' && theirs !== '' ? theirs : null)
        .map((id) => ({ id, label: kind.words(id) })),
    };
  });
}

/** Why mine may not be applied to what the server has now: the table of moves holds there too. */
export function mineBlockedBy(op: OpView): string | undefined {
  const mine = textAt(mineOf(op), 'status');
  const theirs = textAt(op.conflict?.theirs, 'status');
  if (mine === null || isIncidentMove(theirs, mine)) return undefined;
  return `${titleOf(theirs ?? 'Not set')} cannot become ${titleOf(mine)}. Keep theirs, or choose another status.`;
}

function textAt(row: Readonly<Record<string, unknown>> | null | undefined, name: string): string | null {
  const value = row?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Changes of the incident itself that need a decision, above tabs and panel: none of them may be folded away. */
export function IncidentDecisions({ ops }: { ops: readonly OpView[] }): ReactElement | null {
  const waiting = ops.filter(({ state }) => state === 'conflict' || state === 'parked');
  if (waiting.length === 0) return null;
  return (
    <div className="flex max-w-[60rem] flex-col gap-2">
      {waiting.map((op) =>
        op.state === 'conflict' ? <Conflict key={op.id} op={op} /> : <Parked key={op.id} op={op} />,
      )}
    </div>
  );
}

function Conflict({ op }: { op: OpView }): ReactElement {
  const { isPending, decide } = useDecision(op);
  const fields = incidentConflictFields(op);
  return (
    <ConflictReview
      fields={fields}
      isPending={isPending}
      mineBlocked={mineBlockedBy(op)}
      title={conflictTitle(fields)}
      onDecide={decide}
    />
  );
}

/** A change that was tried too often: the words of its field, and two ways out. */
function Parked({ op }: { op: OpView }): ReactElement {
  const { commands } = useIncidentScreen();
  const names = Object.keys(op.patch).map((name) => own(FIELDS, name)?.label ?? titleOf(name));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <SyncMark state="failed" text={`${names.join(' and ')} not saved on server`} />
      <span className="flex gap-1">
        <Button size="small" onPress={() => void commands.retry(op.id).catch(sayNotSaved)}>
          Retry
        </Button>
        <Button size="small" variant="ghost" onPress={() => void commands.discard(op.id).catch(sayNotSaved)}>
          Discard
        </Button>
      </span>
    </div>
  );
}
