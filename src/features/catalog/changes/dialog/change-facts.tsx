import type { ReactElement, ReactNode } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { catalogHref } from '../../catalog-href.ts';
import { Author, LastSeen } from '../change-columns.tsx';
import { useIncidentsSlot } from '../incidents-slot.ts';
import type { OpenedChange } from './change-context.ts';

/** Every field of a change that is no document; what is empty is left out. */
export function ChangeFacts({ value: { change } }: DetailPartProps<OpenedChange>): ReactElement {
  const { config_id: configId, name, type, change_type: changeType, severity, source, tags } = change;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Catalog', configId !== null && <TextLink href={catalogHref(configId)}>{name ?? configId}</TextLink>],
    ['Config type', type],
    ['Type', changeType],
    ['Severity', severity !== null && severity !== '' && <SeverityBars severity={severity} />],
    ['Last Seen', <LastSeen change={change} key="last" />],
    [
      'First observed',
      change.first_observed !== null && <Age at={change.first_observed} label="First observed" />,
    ],
    ['Created By', <Author change={change} key="author" />],
    ['Source', source],
    ['Summary', change.summary],
    [
      'Tags',
      tags.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {tags.map(({ key, value }) => (
            <Badge key={key} title={`${key}=${value}`}>{`${key}=${value}`}</Badge>
          ))}
        </span>
      ),
    ],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}

/** Incidents that may have to do with it. */
export function ChangeIncidents({ value: { change } }: DetailPartProps<OpenedChange>): ReactElement {
  const renderIncidents = useIncidentsSlot();
  const { id, config_id: configId, created_at: at } = change;
  if (at === null) return <p className="text-table text-muted">The time of this change is not known.</p>;
  return <>{renderIncidents({ changeId: id, configId, at })}</>;
}
