import { Download } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { toSyncError } from '#sync/errors.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { downloadText } from '#src/platform/actions/download-text.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { PrintedList, type PrintHead } from './printed-list.tsx';
import { csvOf, recordsOf, type FileColumn } from './list-file.ts';

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

interface ExportMenuProps<Row> {
  /** Of the file: "boats". */
  name: string;
  columns: readonly FileColumn<Row>[];
  /** Those that are shown: paper is as wide as it is. */
  printColumns: readonly FileColumn<Row>[];
  printHead: PrintHead;
  /** Why there is nothing to save now. */
  reason: string | undefined;
  all: () => Promise<Listed<Row>>;
}

/** Saves what is listed as a file, or prints it; works offline. */
export function ExportMenu<Row>(props: ExportMenuProps<Row>): ReactElement {
  const { name, columns, printColumns, printHead, reason, all } = props;
  const [printed, setPrinted] = useState<Listed<Row>>();
  const save = async (write: (rows: readonly Row[], fileName: string) => void): Promise<void> => {
    try {
      const { rows, isWhole } = await all();
      write(rows, `${name}-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}`);
      toast({
        kind: 'success',
        text: `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} saved`,
        detail: isWhole ? undefined : 'Only the rows that are here: there are more on the server.',
      });
    } catch (thrown) {
      toast({ kind: 'error', text: 'Nothing saved', detail: toSyncError(thrown).message });
    }
  };
  const asCsv = (rows: readonly Row[], fileName: string): void =>
    downloadText(`${fileName}.csv`, csvOf(columns, rows), 'text/csv;charset=utf-8');
  const asJson = (rows: readonly Row[], fileName: string): void =>
    downloadJson(`${fileName}.json`, recordsOf(columns, rows));
  const print = async (): Promise<void> => {
    try {
      const listed = await all();
      flushSync(() => setPrinted(listed));
      addEventListener('afterprint', () => setPrinted(undefined), { once: true });
      globalThis.print();
    } catch (thrown) {
      toast({ kind: 'error', text: 'Nothing printed', detail: toSyncError(thrown).message });
    }
  };
  // The browser's own print would have the rows in view alone.
  useShortcut(
    {
      id: 'print-list',
      keys: ['$mod+p'],
      shown: ['Ctrl', 'p'],
      label: 'Print the whole list',
      group: 'This page',
      isOnce: true,
      run: () => void print(),
    },
    reason === undefined,
  );
  const item = (id: string, label: string, act: () => Promise<void>) => ({
    id,
    label,
    disabledReason: reason,
    onAction: () => void act(),
  });
  return (
    <>
      <Menu
        groups={[
          {
            id: 'kinds',
            items: [item('csv', 'CSV', () => save(asCsv)), item('json', 'JSON', () => save(asJson))],
          },
          { id: 'paper', items: [item('print', 'Print', print)] },
        ]}
        label="Export"
        placement="bottom end"
        trigger={<IconButton icon={Download} label="Export" variant="secondary" />}
      />
      {printed !== undefined && <PrintedList {...printHead} {...printed} columns={printColumns} />}
    </>
  );
}
