import { FileDown, ListRestart, RotateCcw, ShieldCheck } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { VerifyReport } from '#workers/contracts/diagnostics.ts';
import { toSyncError } from '#sync/errors.ts';
import { buildConfig } from '#src/platform/config.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { diagnosticsBundle } from './diagnostics-export.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useAction } from '#src/views/use-action.ts';
import { VerifyResult } from './verify-result.tsx';

/** What can be done about the copy on this device, from harmless to drastic. */
export function EngineActions(): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const verify = useAction();
  const [report, setReport] = useState<VerifyReport | null>(null);
  const disabledReason = serverBlocker(phase);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          disabledReason={disabledReason}
          icon={ShieldCheck}
          isPending={verify.isPending}
          size="small"
          onPress={() => verify.run(async () => setReport(await sync.verify()))}
        >
          Verify against the server
        </Button>
        <ReindexButton />
        <RebuildButton disabledReason={disabledReason} />
        <ExportButton />
      </div>
      {report !== null && <VerifyResult report={report} />}
    </div>
  );
}

/** Harmless and local: sorts what is here anew. */
function ReindexButton(): ReactElement {
  const index = useIndexClient();
  const { isPending, run } = useAction();
  const reindex = async (): Promise<void> => {
    const rows = await index.rebuild();
    toast({ kind: 'success', text: `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'} indexed anew` });
  };
  return (
    <Button icon={ListRestart} isPending={isPending} size="small" onPress={() => run(reindex)}>
      Re-index
    </Button>
  );
}

/** Asked once: it costs a whole download, and until that is done screens are empty. */
function RebuildButton({ disabledReason }: { disabledReason: string | undefined }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={disabledReason}
        icon={RotateCcw}
        isPending={isPending}
        size="small"
        onPress={() => setOpen(true)}
      >
        Rebuild local copy
      </Button>
      <ConfirmDialog
        confirmLabel="Rebuild"
        isOpen={isOpen}
        title="Rebuild the local copy?"
        onConfirm={() => {
          setOpen(false);
          run(async () => {
            await sync.rebuild();
            toast({ kind: 'success', text: 'The local copy is empty and being downloaded again' });
          });
        }}
        onOpenChange={setOpen}
      >
        Everything that was downloaded to this device is dropped and downloaded again. Until that is done you
        see only what has arrived. Changes that are not sent yet and drafts stay.
      </ConfirmDialog>
    </>
  );
}

/** Null for a part that cannot be had: the bundle is for when something is broken. What is missing is said once. */
function createParts(): {
  readonly orNull: <T>(asked: Promise<T>) => Promise<T | null>;
  readonly tell: () => void;
} {
  const reasons: string[] = [];
  return {
    async orNull(asked) {
      try {
        return await asked;
      } catch (thrown) {
        reasons.push(toSyncError(thrown).message);
        return null;
      }
    },
    tell() {
      if (reasons.length === 0) return;
      const parts = reasons.length === 1 ? 'A part' : `${reasons.length} parts`;
      const verb = reasons.length === 1 ? 'is' : 'are';
      const detail = [...new Set(reasons)].join(' ');
      toast({ kind: 'error', text: `${parts} of the diagnostics ${verb} missing`, detail });
    },
  };
}

function ExportButton(): ReactElement {
  const sync = useSync();
  const model = useReadModel();
  const { isPending, run } = useAction();
  const save = async (): Promise<void> => {
    const at = Date.now();
    const { orNull, tell } = createParts();
    const [diagnostics, storage, log, outbox, drafts, setAside] = await Promise.all([
      orNull(sync.diagnostics()),
      orNull(sync.storageReport()),
      orNull(sync.log()),
      orNull(model.outbox()),
      orNull(model.drafts()),
      orNull(model.setAside()),
    ]);
    tell();
    const { appVersion } = buildConfig;
    const parts = {
      at,
      appVersion,
      status: sync.status.get(),
      diagnostics,
      storage,
      log,
      outbox,
      drafts: drafts?.length ?? null,
      setAside,
    };
    downloadJson(
      `holdfast-diagnostics-${new Date(at).toISOString().slice(0, 10)}.json`,
      diagnosticsBundle(parts),
    );
  };
  return (
    <Button icon={FileDown} isPending={isPending} size="small" onPress={() => run(save)}>
      Export diagnostics
    </Button>
  );
}
