import type { ReactElement } from 'react';
import type { TopologyCard } from '#sync/protocol/topology.ts';
import { shownName } from '#src/lib/shown-name.ts';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { PanelLine, PanelLines } from '#src/views/panel-lines.tsx';

/** The teams that own a component, as they were pulled. */
export function TeamsSection({ card: { teams } }: { card: TopologyCard }): ReactElement {
  if (teams.length === 0) return <p className="text-table text-muted">No teams</p>;
  return (
    <PanelLines idOf={({ id }) => id} label="Teams" nameOf={({ name }) => name} rows={teams}>
      {({ id, name, icon }) => (
        <PanelLine>
          <IconMark name={icon} />
          <TextLink
            className="inline-flex min-h-target min-w-0 items-center wrap-any"
            href={`/settings/teams/${encodeURIComponent(id)}`}
            tone="quiet"
          >
            {shownName(name)}
          </TextLink>
        </PanelLine>
      )}
    </PanelLines>
  );
}
