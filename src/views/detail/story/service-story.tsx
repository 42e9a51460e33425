import { Boxes, FileDown, Pencil, RotateCcw, Workflow } from 'lucide-react';
import { lazy, type FunctionComponent, type ReactElement } from 'react';
import type { TableName } from '#sync/protocol/table.ts';
import { Badge } from '#src/ui/marks/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import type { Count, DetailHead, DetailPartProps, DetailSpec, DetailTab } from '../detail-spec.ts';
import type { Part } from '#sync/protocol/claim.ts';
import { AreaBody } from './story-areas.tsx';

/** A made-up record whose tabs are mostly of other areas. */
export interface Service {
  readonly name: string;
  readonly owner: string;
  readonly isOld: boolean;
  readonly changes: Count | null;
  readonly alerts: Count | null;
}

type ById = FunctionComponent<{ id: string }>;

/** What the route file hands in. */
export interface ServiceAreas {
  readonly useOne: (id: string) => Part<Service>;
  readonly Changes: ById;
  readonly Alerts: ById;
  readonly Runbooks: ById;
  readonly onRestart: () => void;
  readonly onRunbooks: () => void;
  readonly watches?: TableName;
}

/** A page with six tabs, each an address, whose bodies come from three areas. */
export function serviceSpec(areas: ServiceAreas): DetailSpec<Service> {
  return {
    subject: {
      label: 'Service',
      notFound: 'Service not found',
      list: { label: 'Services', href: () => '/ui' },
    },
    useOne: areas.useOne,
    useHead: ({ value }) => serviceHead(value, areas),
    tabs: serviceTabs(areas),
    aside: [
      { id: 'facts', title: 'Facts', Body: Facts },
      { id: 'tags', title: 'Tags', Body: Tags, Note: () => <span className="text-table text-muted">2</span> },
    ],
    ...(areas.watches !== undefined && { watches: areas.watches }),
  };
}

/** The tabs alone: the address of each is made of them. */
export function serviceTabs({
  Changes,
  Alerts,
  Runbooks,
}: Pick<ServiceAreas, 'Changes' | 'Alerts' | 'Runbooks'>): readonly DetailTab<Service>[] {
  return [
    { id: 'overview', label: 'Overview', Body: Facts },
    { id: 'changes', label: 'Changes', Body: Changes, keeps: ['range'], count: ({ changes }) => changes },
    { id: 'alerts', label: 'Alerts', Body: Alerts, keeps: ['range'], count: ({ alerts }) => alerts },
    { id: 'runbooks', label: 'Runbooks', Body: Runbooks },
    { id: 'spec', label: 'Spec', Body: lazy(async () => ({ default: Spec })) },
    {
      id: 'broken',
      label: 'Broken',
      Body: ({ id }) => <AreaBody area={() => ({ is: 'missing' })} id={id} what="What is here" />,
    },
  ];
}

function serviceHead(value: Service, { onRestart, onRunbooks }: ServiceAreas): DetailHead {
  return {
    name: value.name,
    title: value.name,
    marks: (
      <>
        <StatusMark status="healthy" />
        <span>{value.owner}</span>
      </>
    ),
    tools: (
      <Button icon={FileDown} size="small" variant="ghost">
        Keep offline
      </Button>
    ),
    isOld: value.isOld,
    refresh: null,
    actions: [
      { is: 'link', id: 'edit', label: 'Edit', icon: Pencil, href: '/ui' },
      {
        is: 'menu',
        id: 'runbooks',
        label: 'Runbooks',
        icon: Workflow,
        groups: [{ id: 'all', title: 'For this service', items: [{ id: 'drain', label: 'Drain a node' }] }],
        onOpen: onRunbooks,
      },
      {
        is: 'button',
        id: 'scale',
        label: 'Scale',
        icon: Boxes,
        reason: 'Only an admin scales a service',
        onPress: () => undefined,
      },
      {
        is: 'button',
        id: 'restart',
        label: 'Restart',
        icon: RotateCcw,
        isPrimary: true,
        onPress: onRestart,
      },
    ],
  };
}

function Facts({ value }: DetailPartProps<Service>): ReactElement {
  return <KeyValueList items={[{ id: 'owner', label: 'Owner', value: value.owner }]} />;
}

function Tags(): ReactElement {
  return (
    <div className="flex gap-1.5">
      <Badge>team=shop</Badge>
      <Badge>tier=1</Badge>
    </div>
  );
}

function Spec(): ReactElement {
  return <pre className="text-table">replicas: 3</pre>;
}
