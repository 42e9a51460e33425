import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { byCreated, flagOf, isShown, marksOf, maybeTextOf, objectOf, textOf } from './columns.ts';
import type { OpsByRow } from './op-view.ts';
import type { Names } from './people.ts';
import { personRef } from './people.ts';
import type { EvidenceView, Marks, OpView, PersonRef } from './types.ts';

/** One evidence of an incident as the definition of done sees it. */
export interface DoneItem {
  readonly id: string;
  readonly hypothesisId: string;
  readonly hypothesisTitle: string;
  readonly type: string;
  readonly description: string;
  readonly payload: JsonRow;
  /** The check or component it points at, when this device knows it. */
  readonly subject: EvidenceView['subject'];
  readonly isPart: boolean;
  /** Null until the server first evaluated it or a person toggled it. */
  readonly done: boolean | null;
  /** CEL the server evaluates every five minutes; null for an item that people tick. */
  readonly script: string | null;
  /** Error text of the last evaluation; null while there is none. */
  readonly scriptResult: string | null;
  /** RFC 3339; the server's time of the last change of the row, which an evaluation that changes something is too. */
  readonly updatedAt: string;
  readonly author: PersonRef;
  readonly marks: Marks;
  /** Open operations on the row, oldest first. */
  readonly ops: readonly OpView[];
}

/** Everything the list of evidences is computed from. */
export interface DoneParts {
  readonly hypotheses: readonly Stored[];
  readonly evidences: readonly Stored[];
  readonly people: Names;
  /** Names of checks and components this device knows. */
  readonly checks: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
  readonly ops: OpsByRow;
}

/** All evidences of an incident, oldest first; those deleted here are left out. */
export function doneItems(parts: DoneParts): readonly DoneItem[] {
  const titles = new Map(parts.hypotheses.map((row) => [textOf(row, 'id'), textOf(row, 'title')]));
  return parts.evidences
    .filter(isShown)
    .sort(byCreated)
    .map((row) => doneItem(row, titles, parts));
}

function doneItem(row: Stored, titles: ReadonlyMap<string, string>, parts: DoneParts): DoneItem {
  const id = textOf(row, 'id');
  const hypothesisId = textOf(row, 'hypothesis_id');
  const done: unknown = row['done'];
  return {
    id,
    hypothesisId,
    hypothesisTitle: titles.get(hypothesisId) ?? '',
    type: textOf(row, 'type'),
    description: textOf(row, 'description'),
    payload: objectOf(row, 'evidence'),
    subject:
      subject('check', maybeTextOf(row, 'check_id'), parts.checks) ??
      subject('component', maybeTextOf(row, 'component_id'), parts.components),
    isPart: flagOf(row, 'definition_of_done'),
    done: typeof done === 'boolean' ? done : null,
    script: maybeTextOf(row, 'script'),
    scriptResult: maybeTextOf(row, 'script_result'),
    updatedAt: textOf(row, 'updated_at'),
    author: personRef(textOf(row, 'created_by'), parts.people),
    marks: marksOf(row),
    ops: parts.ops('evidences', id),
  };
}

function subject(
  kind: 'check' | 'component',
  id: string | null,
  names: ReadonlyMap<string, string>,
): EvidenceView['subject'] {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { kind, id, name };
}
