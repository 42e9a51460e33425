import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { downloadText } from '#src/platform/actions/download-text.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { csvOf, recordsOf, type FileColumn } from './list-file.ts';

interface ExportMenuProps<Row> {
  /** Of the file: "boats". */
  name: string;
  columns: readonly FileColumn<Row>[];
  /** Why there is nothing to save now. */
  reason: string | undefined;
  all: () => Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }>;
}

/** Saves what is listed as a file; works offline. */
export function ExportMenu<Row>({ name, columns, reason, all }: ExportMenuProps<Row>): ReactElement {
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
  const item = (id: string, label: string, write: typeof asCsv) => ({
    id,
    label,
    disabledReason: reason,
    onAction: () => void save(write),
  });
  return (
    <Menu
      groups={[{ id: 'kinds', items: [item('csv', 'CSV', asCsv), item('json', 'JSON', asJson)] }]}
      label="Export"
      placement="bottom end"
      trigger={<IconButton icon={Download} label="Export" variant="secondary" />}
    />
  );
}
