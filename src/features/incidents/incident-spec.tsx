import { lazy, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import type { DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { partOf } from '#src/views/detail/live-part.ts';
import type { Part } from '#sync/protocol/claim.ts';
import { useTabs } from '#src/views/detail/tab-state.ts';
import { Discussion } from './discussion.tsx';
import { IncidentFrame } from './incident-frame.tsx';
import { IncidentFacts, IncidentHeading, IncidentScope } from './incident-header.tsx';
import { lastListHref } from '#src/views/list/list-href.ts';
import { ChangelogSection } from './panel/changelog/changelog-section.tsx';
import { DetailsSection } from './panel/details-section.tsx';
import { DoneCount, DoneSection } from './panel/done/done-section.tsx';
import { IncidentDecisions } from './panel/incident-conflicts.tsx';
import { ActionPlan } from './plan/action-plan.tsx';
import { useIncident } from './queries.ts';
import { RefusedIncident } from './refused-incident.tsx';
import { RespondersField } from './responders/responders-field.tsx';
import { KeepOffline } from './review/keep-offline.tsx';
import { useIsStale } from './stale.ts';
import { useTreeEditing } from './tree/tree-context.ts';
import { useJump } from './use-jump.ts';

type Props = DetailPartProps<IncidentDetail>;

/** Spec 2.7: an incident with its tree and its panel; the timeline is ours (ux need 7). */
export const incidentSpec: DetailSpec<IncidentDetail> = {
  subject: {
    label: 'Incident',
    notFound: 'Incident not found',
    list: { label: 'Incidents', href: () => lastListHref('/incidents') },
  },
  useOne: useIncidentPart,
  useHead: useIncidentHead,
  tabs: [
    { id: 'comments', label: 'Comments', Body: Discussion },
    { id: 'plan', label: 'Action Plan', Body: Plan },
    // Fetched when somebody looks: most incidents are worked without it.
    { id: 'timeline', label: 'Timeline', Body: lazy(loadTimeline) },
    { id: 'before', label: 'What changed before', Body: lazy(loadChangesBefore) },
  ],
  aside: [
    {
      id: 'details',
      title: 'Details',
      Body: ({ value }) => <DetailsSection responders={<RespondersField incident={value} />} />,
    },
    { id: 'done', title: 'Definition of done', Body: DoneSection, Note: DoneCount },
    { id: 'changelog', title: 'Changelog', Body: ChangelogSection },
  ],
  Frame: IncidentFrame,
  Missing: RefusedIncident,
  watches: 'incidents',
};

function useIncidentPart(id: string): Part<IncidentDetail> {
  return partOf(useIncident(id), useSyncStatus(), (lookup) =>
    lookup.found === 'yes' ? { value: lookup.incident } : lookup.found,
  );
}

function useIncidentHead({ value: incident, claim }: Props): DetailHead {
  const { number, title } = incident;
  return {
    name: number ?? 'Incident',
    title: number === null ? title : `${number} ${title}`,
    heading: <IncidentHeading incident={incident} />,
    marks: <IncidentFacts incident={incident} />,
    below: (
      <>
        <IncidentScope incident={incident} />
        <IncidentDecisions ops={incident.ops} />
      </>
    ),
    tools: <KeepOffline incidentId={incident.id} />,
    isOld: useIsStale(claim.asOf),
    actions: [],
    refresh: null,
  };
}

function Plan({ value }: Props): ReactElement {
  const { show } = useTabs();
  const { add } = useTreeEditing();
  return (
    <div className="max-w-[60rem]">
      <ActionPlan
        incident={value}
        onAddSolution={(factorId) => {
          show('comments');
          add(factorId);
        }}
        onJump={useJump()}
      />
    </div>
  );
}

async function loadTimeline(): Promise<{ default: (props: Props) => ReactElement }> {
  const { IncidentTimeline } = await import('./review/incident-timeline.tsx');
  return {
    default: ({ value }) => (
      <div className="max-w-[60rem]">
        <IncidentTimeline incident={value} />
      </div>
    ),
  };
}

async function loadChangesBefore(): Promise<{ default: (props: Props) => ReactElement }> {
  const { ChangesBeforeIncident } = await import('./before/changes-before.tsx');
  return {
    default: ({ value }) => (
      <div className="max-w-[60rem]">
        <ChangesBeforeIncident incident={value} />
      </div>
    ),
  };
}
