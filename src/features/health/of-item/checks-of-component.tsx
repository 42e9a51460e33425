import type { ReactElement } from 'react';
import { checksOfComponentRead } from '#sync/read/component-links.ts';
import type { HealthRow } from '#sync/protocol/health.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useHealthRows } from '#src/platform/replica/use-health.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { checkHref } from '../health-search.ts';
import { CheckMark, LastRun, SilencedMark } from '../list/row-cells.tsx';
import { LineMinuteProvider, useRoundMinute } from '../queries.ts';

const NO_IDS: readonly string[] = [];

interface Watching {
  readonly id: string;
  /** Undefined while it is read, null where it is not on this device. */
  readonly row: HealthRow | null | undefined;
}

/** The checks that watch a component, failing ones first: for its panel. */
export function ChecksOfComponent({ id }: { id: string }): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(checksOfComponentRead(id)), [model, id]);
  const ids = live.value?.data ?? NO_IDS;
  const { value, isBehind } = useHealthRows(ids);
  const checks = ids
    .map((each, at): Watching => ({ id: each, row: isBehind ? undefined : value?.[at] }))
    .toSorted(byNeed);
  return (
    <LineMinuteProvider value={useRoundMinute()}>
      <PanelPart isEmpty={ids.length === 0} live={live} none="No checks" what="Checks">
        <PanelLines idOf={(check) => check.id} label="Checks" nameOf={nameOf} rows={checks}>
          {(check) => <CheckLine check={check} />}
        </PanelLines>
      </PanelPart>
    </LineMinuteProvider>
  );
}

function CheckLine({ check }: { check: Watching }): ReactElement {
  const { id, row } = check;
  return (
    <PanelLine
      below={
        row && (
          <>
            <CheckMark row={row} />
            <span className="truncate">{row.type}</span>
          </>
        )
      }
      end={row && <LastRun at={row.lastRuntime} />}
    >
      <TextLink
        className="inline-flex min-h-target min-w-0 items-center wrap-any"
        href={checkHref({}, id)}
        tone="quiet"
      >
        {nameOf(check)}
      </TextLink>
      {row === null && <span className="text-muted">not on this device</span>}
      {row && row.silencedAt !== null && <SilencedMark at={row.silencedAt} />}
    </PanelLine>
  );
}

function byNeed(a: Watching, b: Watching): number {
  return rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)) || (a.id < b.id ? -1 : 1);
}

function rank({ row }: Watching): number {
  if (row?.status === 'unhealthy') return 0;
  return row?.status === 'healthy' ? 2 : 1;
}

function nameOf({ row, id }: Watching): string {
  return row?.name ?? id.slice(0, 8);
}
