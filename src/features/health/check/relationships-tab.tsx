import { Boxes, CircleSlash, FileCog } from 'lucide-react';
import type { ReactElement } from 'react';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { IconMark, TypeMark } from '#src/ui/marks/type-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import { originOf, readDetail, relatedHref, type Related } from './check-detail.ts';

const KINDS = [
  { kind: 'component', title: 'Components', icon: Boxes },
  { kind: 'config', title: 'Catalog items', icon: FileCog },
] as const;

/** Components and catalog items the check belongs to. */
export function RelationshipsTab({ read }: { read: DocumentRead }): ReactElement {
  return (
    <BodyView read={read} what="What this check belongs to">
      {(body) => {
        const detail = readDetail(body);
        if (detail === undefined)
          return (
            <ErrorPanel message="The server described this check in a way the app does not understand" />
          );
        const { related, hiddenCount } = detail;
        const origin = originOf(detail);
        if (related.length === 0 && hiddenCount === 0 && origin === null) {
          return (
            <EmptyState icon={CircleSlash} title="No data available">
              The check belongs to no component and no catalog item.
            </EmptyState>
          );
        }
        return (
          <div className="flex max-w-[44rem] flex-col gap-5">
            {origin !== null && <RelatedList icon={FileCog} rows={[origin]} title="Defined by" />}
            {KINDS.map(({ kind, title, icon }) => (
              <RelatedList
                icon={icon}
                key={kind}
                rows={related.filter((row) => row.kind === kind)}
                title={title}
              />
            ))}
            {hiddenCount > 0 && (
              <p className="text-table text-muted">
                {hiddenCount} more {hiddenCount === 1 ? 'is' : 'are'} gone, or not for your role.
              </p>
            )}
          </div>
        );
      }}
    </BodyView>
  );
}

/** The mark of what it is, where that is known, else that of its list. */
function RelatedMark({ row, icon }: { row: Related } & Pick<RelatedListProps, 'icon'>): ReactElement {
  if ((row.icon ?? '') !== '') return <IconMark className="me-0!" name={row.icon ?? null} />;
  if (row.type !== null) return <TypeMark className="me-0!" type={row.type} />;
  return <Icon className="text-muted" icon={icon} />;
}

interface RelatedListProps {
  title: string;
  icon: (typeof KINDS)[number]['icon'];
  rows: readonly Related[];
}

function RelatedList({ title, icon, rows }: RelatedListProps): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-table font-medium text-muted">{title}</h3>
      <ul className="divide-y divide-line border-y border-line">
        <Records idOf={({ id }) => id} nameOf={({ name }) => name} of={rows}>
          {(row) => (
            <li className="flex min-h-row items-center gap-2.5 py-1">
              <RelatedMark icon={icon} row={row} />
              <span className="min-w-0 text-table">
                <TextLink href={relatedHref(row)} tone="quiet">
                  {row.name}
                </TextLink>
              </span>
              {row.type !== null && <span className="ms-auto text-table text-muted">{row.type}</span>}
            </li>
          )}
        </Records>
      </ul>
    </section>
  );
}
