import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { catalogHref } from '../catalog-href.ts';
import { changeTitle, readChange } from '../changes/change-row.ts';
import { changeSearch } from '../changes/change-search.ts';
import { useRowsOfItems } from './items-of-component.ts';

const NEWEST = { column: 'created_at', descending: true } as const;
const ANY = [] as const;

/** The newest changes of what a component is linked to in the catalog: for its panel. */
export function ChangesOfComponent({ id }: { id: string }): ReactElement {
  const { live, rows, total, nameOf, isUnlinked } = useRowsOfItems('config_changes', id, ANY, NEWEST);
  const changes = rows.flatMap((row) => readChange(row) ?? []);
  return (
    <PanelPart
      isEmpty={changes.length === 0}
      live={live}
      note={
        total > changes.length
          ? `The newest ${changes.length} of ${total.toLocaleString()} in the last 7 days`
          : 'In the last 7 days'
      }
      none={isUnlinked ? 'No changes: it is not linked to the catalog' : 'No changes in the last 7 days'}
      what="Changes"
    >
      <PanelLines idOf={(change) => change.id} label="Changes" nameOf={changeTitle} rows={changes}>
        {(change) => (
          <PanelLine
            below={
              change.config_id !== null && (
                <TextLink
                  className="inline-flex min-h-target min-w-6 items-center truncate text-muted"
                  href={catalogHref(change.config_id)}
                  tone="quiet"
                >
                  {nameOf(change.config_id) || change.config_id.slice(0, 8)}
                </TextLink>
              )
            }
            end={<Age at={change.created_at} className="text-muted" label="Changed" />}
          >
            {change.severity !== null && <SeverityBars isWordHidden severity={change.severity} />}
            <TextLink
              className="inline-flex min-h-target min-w-0 flex-1 items-center wrap-any"
              href={changeSearch.href({ changeId: change.id })}
              tone="quiet"
            >
              <span className="line-clamp-3">{changeTitle(change)}</span>
            </TextLink>
          </PanelLine>
        )}
      </PanelLines>
    </PanelPart>
  );
}
