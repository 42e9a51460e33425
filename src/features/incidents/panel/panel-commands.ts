import { useMemo } from 'react';
import type { Command } from '#sync/protocol/command.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { IncidentStatus } from '#sync/protocol/tables/incident-status.ts';
import type { commandIncidentTypes, commandSeverities } from '#sync/protocol/tables/incident.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { incidentPath } from '../commands.ts';
import { tellOutcome, type OutcomeTexts } from '#src/views/tell-outcome.ts';

export interface MarkedItem {
  readonly id: string;
  readonly script?: string | undefined;
}

/**
 * What the right panel can change. Each resolves when the change is durable on this device, and rejects when it is not,
 * which has been said then.
 */
export interface PanelCommands {
  /** Marks the evidences first, then moves the status: one ordered group. */
  readonly setStatus: (status: IncidentStatus, definitionOfDone: readonly string[]) => Promise<void>;
  readonly setFields: (fields: {
    readonly severity?: (typeof commandSeverities)[number];
    readonly type?: (typeof commandIncidentTypes)[number];
  }) => Promise<void>;
  /** Evidences that join the definition of done, one after the other; a script goes along where it is a new one. */
  readonly mark: (items: readonly MarkedItem[]) => Promise<void>;
  readonly unmark: (evidenceId: string) => Promise<void>;
  readonly setDone: (evidenceId: string, done: boolean) => Promise<void>;
  /** An item that is written or rewritten. */
  readonly writeItem: (command: Command) => Promise<void>;
}

export function usePanelCommands(incidentId: string): PanelCommands {
  const sync = useSync();
  const model = useReadModel();
  return useMemo(() => {
    const screen = incidentPath(incidentId);
    const submit = async (command: Command): Promise<readonly string[]> =>
      (await sync.submit(command, screen)).opIds;
    const tell = (change: () => Promise<readonly string[]>, texts: OutcomeTexts): Promise<void> =>
      tellOutcome(model, change, texts);
    const setIncident = (set: JsonRow): Promise<readonly string[]> =>
      submit({ kind: 'row.update', table: 'incidents', rowId: incidentId, set });
    const setEvidence = (rowId: string, set: JsonRow): Promise<readonly string[]> =>
      submit({ kind: 'row.update', table: 'evidences', rowId, set });
    return {
      setStatus: (status, definitionOfDone) =>
        tell(
          () =>
            definitionOfDone.length === 0
              ? setIncident({ status })
              : submit({
                  kind: 'incident.set-status',
                  incidentId,
                  status,
                  definitionOfDone: [...definitionOfDone],
                }),
          {
            saved: 'Incident status updated successfully',
            failed: (op) => (op?.tbl === 'evidences' ? MARK_FAILED : 'Incident status updated failed'),
          },
        ),
      setFields: (fields) =>
        tell(() => setIncident(fields), {
          failed: () => `Incident ${Object.keys(fields).join(' and ')} not saved`,
        }),
      async mark(items) {
        for (const { id, script } of items) {
          const set = { definition_of_done: true, ...(script === undefined ? {} : { script }) };
          await tell(() => setEvidence(id, set), { failed: () => MARK_FAILED });
        }
      },
      unmark: (evidenceId) =>
        tell(() => setEvidence(evidenceId, { definition_of_done: false }), {
          failed: () => 'Removing evidence from definition of done failed',
        }),
      setDone: (evidenceId, done) =>
        tell(() => setEvidence(evidenceId, { done }), {
          failed: () => 'Definition of done not saved',
        }),
      writeItem: (command) =>
        tell(() => submit(command), {
          failed: () => (command.kind === 'evidence.add' ? MARK_FAILED : 'Definition of done not saved'),
        }),
    };
  }, [sync, model, incidentId]);
}

const MARK_FAILED = 'Marking evidence as part of definition of done failed';
