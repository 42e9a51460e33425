import { CircleCheck, CircleDashed, Pencil, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { own } from '#sync/protocol/own.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { OpView } from '#sync/read/types.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { ConflictReview, type ConflictField } from '#src/ui/overlays/conflict-review.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { shortened } from '#src/lib/shortened.ts';
import { clashingColumns, conflictFields } from '#src/views/conflict-fields.ts';
import { evidenceTypeWords } from '../../evidence/wizard-types.ts';
import { titleOf } from '../../incident-labels.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { useDecision } from '../../use-decision.ts';
import { usePanel } from '../panel-context.tsx';
import { isManual, itemDetail, itemState, itemLine } from './done-labels.ts';

interface DoneEntryProps {
  item: DoneItem;
  onEdit: () => void;
  /** It is about to leave the list. */
  onRemove: () => void;
}

/** Gives an item the focus, on the button with which many are taken out one after the other. */
export function focusDoneEntry(evidenceId: string): void {
  const entry = document.getElementById(domId(evidenceId));
  entry?.querySelector<HTMLElement>('button[aria-label^="Remove "]')?.focus();
}

function domId(evidenceId: string): string {
  return `done-${evidenceId}`;
}

/** One item: what it is, where it stands, and what can be done with it. */
export function DoneEntry({ item, onEdit, onRemove }: DoneEntryProps): ReactElement {
  const { commands, evidenceReason } = usePanel();
  const title = itemLine(item);
  const state = syncStateOf(item.marks, item.ops);
  const canEdit = evidenceReason === undefined;
  const detail = itemDetail(item);
  return (
    <li className="flex flex-col gap-2 py-2 first:pt-0" id={domId(item.id)}>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 text-table">
          {isManual(item) && canEdit ? (
            <Checkbox
              isSelected={item.done === true}
              onChange={(isDone) => {
                commands.setDone(item.id, isDone).catch(alreadySaid);
              }}
            >
              <span className="wrap-any">{title}</span>
            </Checkbox>
          ) : (
            <span className="flex min-h-target items-start gap-2 py-0.5">
              <Icon
                className={item.done === true ? 'mt-0.5 text-fg' : 'mt-0.5 text-muted'}
                icon={item.done === true ? CircleCheck : CircleDashed}
              />
              <span className="min-w-0 wrap-any">{title}</span>
            </span>
          )}
          <div className="flex flex-wrap items-center gap-x-2 ps-6 text-muted">
            <span>
              {itemState(item)} · {isManual(item) ? 'Manual' : evidenceTypeWords(item.type)}
            </span>
            {state !== undefined && <SyncMark isCompact state={state} />}
          </div>
          {detail !== '' && <p className="ps-6 text-muted wrap-any">{detail}</p>}
          {item.script !== null && <ScriptFacts item={item} script={item.script} />}
        </div>
        {canEdit && (
          <div className="flex shrink-0 pointer-coarse:-my-2.5">
            <IconButton icon={Pencil} label={`Edit ${short(title)}`} size="small" onPress={onEdit} />
            <IconButton
              icon={X}
              label={`Remove ${short(title)} from definition of done`}
              size="small"
              onPress={() => {
                onRemove();
                commands.unmark(item.id).catch(alreadySaid);
              }}
            />
          </div>
        )}
      </div>
      {item.ops
        .filter((op) => op.state === 'conflict')
        .map((op) => (
          <ItemConflict key={op.id} op={op} />
        ))}
    </li>
  );
}

/** The expression and what its last evaluation said. The server keeps no time of evaluation, only of the row. */
function ScriptFacts({ item, script }: { item: DoneItem; script: string }): ReactElement {
  return (
    <div className="flex flex-col gap-1 ps-6 pt-1">
      <code className="rounded-control bg-panel px-1.5 py-0.5 font-mono text-caption wrap-any">{script}</code>
      {item.scriptResult !== null && (
        <p className="text-danger wrap-any">The last evaluation failed: {item.scriptResult}</p>
      )}
      {(item.done !== null || item.scriptResult !== null) && (
        <p className="text-muted">
          Last change <Ago at={item.updatedAt} />
        </p>
      )}
    </div>
  );
}

function ItemConflict({ op }: { op: OpView }): ReactElement {
  const { isPending, decide } = useDecision(op);
  const fields = itemConflictFields(op);
  return (
    <ConflictReview
      fields={fields}
      // The payload is no text: editing it here would write a broken one.
      isEditable={!Object.hasOwn(op.patch, 'evidence')}
      isPending={isPending}
      title="The definition of done was changed on the server too"
      onDecide={decide}
    />
  );
}

const LABELS: Readonly<Record<string, string>> = {
  description: 'Text',
  evidence: 'Text',
  script: 'Script',
};

/** The clashing fields of an item in words; text and payload of a comment say the same and are shown once. */
export function itemConflictFields(op: OpView): readonly ConflictField[] {
  const names = clashingColumns(op);
  const shown = names.includes('description') ? names.filter((name) => name !== 'evidence') : names;
  return conflictFields(
    op,
    (name) => ({ label: own(LABELS, name) ?? titleOf(name), words: valueWords }),
    shown,
  );
}

function valueWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'Empty' : value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object' || value === null) return 'Not set';
  const comment: unknown = 'comment' in value ? value.comment : undefined;
  return typeof comment === 'string' ? comment : JSON.stringify(value);
}

const NAME_LENGTH = 40;

function short(text: string): string {
  return shortened(text, NAME_LENGTH);
}

function alreadySaid(): void {
  // The command has told it as a message; the item shows the kept value.
}
