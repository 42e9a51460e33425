import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { RunStatus } from './run-columns.tsx';
import { runDate, runHref, runName } from './run-row.ts';
import { useRuns } from './use-runs.ts';

/** Spec 8: "Playbook runs in panels load page size 50". */
const PAGE_SIZE = 50;

/** The runs of playbooks on a component: for its panel. */
export function RunsOfComponent({ id }: { id: string }): ReactElement {
  const { claim, error, lines, total, counted } = useRuns({ componentId: id }, PAGE_SIZE);
  const runs = Array.from({ length: lines.length }, (_none, at) => lines.at(at)).flatMap((line) =>
    line?.kind === 'row' && line.row ? [line.row] : [],
  );
  const live =
    claim === undefined
      ? error === undefined
        ? LOADING
        : ({ status: 'failed', value: undefined, error } as const)
      : ({ status: 'ready', value: claim, error: undefined } as const);
  return (
    <PanelPart
      isEmpty={runs.length === 0}
      live={live}
      none="No playbook runs"
      note={
        total !== null && total > runs.length
          ? `The newest ${runs.length} of ${total.toLocaleString()}`
          : counted === ''
            ? undefined
            : counted
      }
      what="Playbook runs"
    >
      <PanelLines idOf={(run) => run.id} label="Playbook runs" nameOf={runName} rows={runs}>
        {(run) => (
          <PanelLine end={<Age at={runDate(run) ?? run.created_at} className="text-muted" label="Started" />}>
            <TextLink
              className="inline-flex min-h-target min-w-0 items-center wrap-any"
              href={runHref(run)}
              tone="quiet"
            >
              {runName(run)}
            </TextLink>
            <RunStatus run={run} />
          </PanelLine>
        )}
      </PanelLines>
    </PanelPart>
  );
}

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;
