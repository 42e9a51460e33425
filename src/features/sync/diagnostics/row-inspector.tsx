import { useState, type ReactElement } from 'react';
import type { RowInspection } from '#sync/read/inspect-row.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { collectionName } from './collection-labels.ts';
import { Loaded } from '../loaded.tsx';
import { opSentence, stateWords } from '#src/views/op-labels.ts';
import { PanelSection } from '../panel-section.tsx';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';
import { useInspectedRow } from '../sync-queries.ts';

interface RowInspectorProps {
  tbl: string;
  rowId: string;
}

/** Opens what this device knows of the row behind a change. */
export function InspectButton({ tbl, rowId }: RowInspectorProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" onPress={() => setOpen(true)}>
        Inspect row
      </Button>
      <Dialog
        isDismissable
        isOpen={isOpen}
        description={`${collectionName(tbl)} · ${rowId}`}
        size="large"
        title="Row on this device"
        onOpenChange={setOpen}
      >
        <RowInspector rowId={rowId} tbl={tbl} />
      </Dialog>
    </>
  );
}

interface ColumnLine {
  readonly name: string;
  readonly base: unknown;
  readonly visible: unknown;
  readonly isChanged: boolean;
}

/** Every column of either version, changed ones first; text of any length stays readable. */
export function columnLines({
  base,
  visible,
}: Pick<RowInspection, 'base' | 'visible'>): readonly ColumnLine[] {
  const names = new Set([...Object.keys(visible ?? {}), ...Object.keys(base ?? {})]);
  return [...names]
    .map((name): ColumnLine => {
      const line = { name, base: base?.[name] ?? null, visible: visible?.[name] ?? null };
      return { ...line, isChanged: JSON.stringify(line.base) !== JSON.stringify(line.visible) };
    })
    .toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged) || a.name.localeCompare(b.name));
}

const COLUMNS: readonly PanelColumn<ColumnLine>[] = [
  {
    id: 'name',
    header: 'Column',
    cell: ({ name, isChanged }) => (
      <span className={isChanged ? 'font-mono font-medium' : 'font-mono'}>
        {name}
        {isChanged && <span className="sr-only">, changed here</span>}
      </span>
    ),
  },
  { id: 'base', header: 'On the server', cell: ({ base }) => <Value value={base} /> },
  {
    id: 'visible',
    header: 'Shown here',
    cell: ({ visible, isChanged }) => <Value isChanged={isChanged} value={visible} />,
  },
];

function Value({ value, isChanged = false }: { value: unknown; isChanged?: boolean }): ReactElement {
  if (value === null || value === undefined) return <span className="text-muted">not set</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <span className={`font-mono whitespace-pre-wrap wrap-any ${isChanged ? 'font-medium' : ''}`}>{text}</span>
  );
}

/** Server version, shown version and what waits between them. */
function RowInspector({ tbl, rowId }: RowInspectorProps): ReactElement {
  const row = useInspectedRow(tbl, rowId);
  return <Loaded live={row}>{row.value !== undefined && <Inspection row={row.value} />}</Loaded>;
}

function Inspection({ row }: { row: RowInspection }): ReactElement {
  return (
    <div className="flex flex-col gap-5">
      <KeyValueList
        items={[
          { id: 'here', label: 'Shown here', value: row.visible === null ? 'no' : 'yes' },
          {
            id: 'there',
            label: 'On the server',
            value: row.base === null ? 'no, as far as is known' : 'yes',
          },
          {
            id: 'seen',
            label: 'Last heard of',
            value: row.seen === null ? 'never' : `term ${row.seen.epoch}, step ${row.seen.step}`,
          },
          ...(row.deletedAt === null
            ? []
            : [{ id: 'deleted', label: 'Deletion noted', value: <Ago at={row.deletedAt} /> }]),
        ]}
      />
      <PanelSection title="Changes waiting">
        {row.ops.length === 0 ? (
          <p className="text-table text-muted">None.</p>
        ) : (
          <ol className="flex flex-col gap-1 text-table">
            {row.ops.map((op) => (
              <li className="wrap-any" key={op.id}>
                {opSentence(op)} <span className="text-muted">· {stateWords(op.state, op.attempts)}</span>
              </li>
            ))}
          </ol>
        )}
      </PanelSection>
      <PanelSection title="Columns">
        <PanelTable
          columns={COLUMNS}
          label="Columns of the row"
          rowId={({ name }) => name}
          rows={columnLines(row)}
        />
      </PanelSection>
    </div>
  );
}
