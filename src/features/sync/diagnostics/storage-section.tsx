import { FileDown, HardDrive, Trash2 } from 'lucide-react';
import { useCallback, useState, type ReactElement } from 'react';
import type { CollectionWeight, Relief, StorageReport } from '#sync/protocol/storage-report.ts';
import { isOpen } from '#sync/protocol/op.ts';
import { formatBytes } from '#src/lib/bytes.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { requestPersistence } from '#src/platform/device/persistence.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { collectionName } from './collection-labels.ts';
import { Loaded } from '../loaded.tsx';
import { PanelSection } from '../panel-section.tsx';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';
import { useAction } from '#src/views/use-action.ts';
import { usePolled } from '../use-polled.ts';

const EVERY_MS = 30_000;

const COLUMNS: readonly PanelColumn<CollectionWeight>[] = [
  { id: 'name', header: 'Collection', cell: ({ name }) => collectionName(name) },
  { id: 'rows', header: 'Rows', align: 'end', cell: ({ rows }) => rows.toLocaleString() },
  { id: 'bytes', header: 'Size, about', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
];

const RELIEF_WORDS: Readonly<Record<Relief['step'], string>> = {
  blobs: 'Documents not kept offline were removed',
  'old-changes': 'Old config changes were removed',
  'config-pages': 'Parts of the catalog were removed',
  'pause-pulls': 'Downloads were paused',
};

/** What lies on this device for this person, how safe it is there, and the ways to take it along or away. */
export function StorageSection({ onRemoveData }: { onRemoveData: () => void }): ReactElement {
  const sync = useSync();
  const ask = useCallback(() => sync.storageReport(), [sync]);
  const storage = usePolled(ask, EVERY_MS);
  return (
    <PanelSection title="Storage">
      <Loaded live={storage}>{storage.value !== undefined && <StorageFacts report={storage.value} />}</Loaded>
      <div className="flex flex-wrap gap-2">
        <ExportUnsentButton />
        <Button icon={Trash2} size="small" onPress={onRemoveData}>
          Remove data from this device
        </Button>
      </div>
    </PanelSection>
  );
}

function StorageFacts({ report }: { report: StorageReport }): ReactElement {
  const { cacheBytes, budgetBytes, documents, reliefs } = report;
  const weights = report.collections.filter(({ rows }) => rows > 0).toSorted((a, b) => b.bytes - a.bytes);
  return (
    <div className="flex flex-col gap-3">
      <BudgetBar budgetBytes={budgetBytes} usedBytes={cacheBytes} />
      <KeyValueList
        items={[
          {
            id: 'documents',
            label: 'Documents',
            value: `${documents.count}, ${formatBytes(documents.bytes)}`,
          },
          { id: 'browser', label: 'Browser allows', value: quotaWords(report) },
          { id: 'kept', label: 'Kept by the browser', value: <Kept isPersisted={report.isPersisted} /> },
          {
            id: 'reserve',
            label: 'Space reserved for changes',
            value: report.hasBallast ? 'yes' : 'no: a full device may refuse new changes',
          },
          {
            id: 'evictions',
            label: 'Removed to free space',
            value: reliefs.length === 0 ? 'nothing in this session' : <Reliefs reliefs={reliefs} />,
          },
          { id: 'reopens', label: 'Connection lost', value: reopenWords(report.reopens) },
        ]}
      />
      <Disclosure headingLevel={4} title="Sizes by collection">
        <PanelTable columns={COLUMNS} label="Sizes" rowId={({ name }) => name} rows={weights} />
      </Disclosure>
    </div>
  );
}

/** How full the share is that the copy of the server may take. */
function BudgetBar({ usedBytes, budgetBytes }: { usedBytes: number; budgetBytes: number }): ReactElement {
  const share = budgetBytes > 0 ? Math.min(1, usedBytes / budgetBytes) : 0;
  return (
    <div className="flex flex-col gap-1">
      <p className="tabular text-table">
        <span className="font-medium">{formatBytes(usedBytes)}</span>
        <span className="text-muted"> of {formatBytes(budgetBytes)} for the local copy</span>
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chip">
        <div
          className="h-full rounded-full bg-accent"
          style={{ inlineSize: `${Math.max(1, share * 100)}%` }}
        />
      </div>
    </div>
  );
}

export function quotaWords({
  usageBytes,
  quotaBytes,
}: Pick<StorageReport, 'usageBytes' | 'quotaBytes'>): string {
  if (quotaBytes === null) return 'It does not say';
  const used = usageBytes === null ? '' : `, ${formatBytes(usageBytes)} used by this site`;
  return `${formatBytes(quotaBytes)}${used}`;
}

export function reopenWords({ journal, cache }: StorageReport['reopens']): string {
  const count = journal + cache;
  if (count === 0) return 'never in this session';
  return count === 1 ? 'once, opened again' : `${count} times, opened again`;
}

function Reliefs({ reliefs }: { reliefs: readonly Relief[] }): ReactElement {
  return (
    <ul>
      {reliefs.map(({ step, at }) => (
        <li key={`${step} ${at}`}>
          {RELIEF_WORDS[step]} <Ago at={at} />
        </li>
      ))}
    </ul>
  );
}

/** Whether the browser has promised not to clear this site, and the way to ask for it. */
function Kept({ isPersisted }: { isPersisted: boolean | null }): ReactElement {
  const [answer, setAnswer] = useState<boolean | null>(null);
  const { isPending, run } = useAction();
  if (isPersisted === true || answer === true) return <>yes, it asks before clearing it</>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {answer === false
        ? 'no, the browser has declined for now'
        : 'not promised: it may clear it when space runs out'}
      {answer === null && (
        <Button
          icon={HardDrive}
          isPending={isPending}
          size="small"
          onPress={() => run(async () => setAnswer(await requestPersistence()))}
        >
          Ask to keep it
        </Button>
      )}
    </span>
  );
}

/** Unsent changes and drafts as a file: the one export that holds contents, because they are the person's own. */
function ExportUnsentButton(): ReactElement {
  const model = useReadModel();
  const { isPending, run } = useAction();
  const save = async (): Promise<void> => {
    const [outbox, drafts, effects, unreadable] = await Promise.all([
      model.outbox(),
      model.drafts(),
      model.effects(),
      model.setAside(),
    ]);
    const unsent = outbox.filter((op) => isOpen(op) && op.state !== 'acked');
    downloadJson('holdfast-unsent.json', { unsent, drafts, effects, unreadable });
  };
  return (
    <Button icon={FileDown} isPending={isPending} size="small" onPress={() => run(save)}>
      Export unsent work
    </Button>
  );
}
