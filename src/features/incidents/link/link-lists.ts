import { useMemo } from 'react';
import type { HypothesisNode, IncidentList, IncidentLookup, Read } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { FormValues } from '#src/views/form/form-spec.ts';
import { textAt, valueAt } from '#src/views/form/form-values.ts';
import type { Resolved } from '#src/views/form/use-kit-form.ts';
import { lastLinked } from './last-linked.ts';
import { choiceOf, choiceText, type Choice } from './link-form.ts';

/** What can be chosen, and what is chosen ahead of the person. */
export interface LinkLists {
  readonly incidents: Live<Read<IncidentList>>;
  readonly hypotheses: readonly HypothesisNode[];
  readonly lookup: Live<Read<IncidentLookup> | null>;
  readonly resolve: (typed: FormValues) => Resolved;
}

const ANY_INCIDENT = {
  type: null,
  severity: null,
  status: null,
  owner: null,
  component: null,
  search: '',
} as const;

/** `given`: the words that came with what is attached. */
export function useLinkLists(typed: FormValues, given: string): LinkLists {
  const model = useReadModel();
  const incidents = useLive(() => model.incidentList(ANY_INCIDENT), [model]);
  const incident = chosenOf(typed, 'incident', lastWritable(incidents), idsOfList(incidents.value));
  const lookup = useLookup(incident?.kind === 'existing' ? incident.id : null);
  const hypotheses = useMemo(() => nodesOf(lookup.value?.data), [lookup.value]);
  return {
    incidents,
    hypotheses,
    lookup,
    resolve: (now) => {
      const ids = {
        incident: idsOfList(incidents.value),
        hypothesis: idsOfTree(lookup.value?.data, hypotheses),
      };
      const named = (field: 'incident' | 'hypothesis', ahead: Choice | null): string =>
        choiceText(chosenOf(now, field, ahead, ids[field]));
      return {
        base: {
          incident: named('incident', lastWritable(incidents)),
          hypothesis: named('hypothesis', onlyOne(hypotheses)),
          severity: '',
          type: '',
          description: given,
        },
        lapsed: (['incident', 'hypothesis'] as const).filter(
          (field) => stillThere(choiceOf(textAt(now, field)) ?? null, ids[field]) === null,
        ),
      };
    },
  };
}

/** What the person chose, while it is there; what is ahead of them where they have not chosen. */
function chosenOf(
  typed: FormValues,
  field: 'incident' | 'hypothesis',
  ahead: Choice | null,
  ids: readonly string[] | null,
): Choice | null {
  if (valueAt(typed, field) === undefined) return ahead;
  return stillThere(choiceOf(textAt(typed, field)) ?? null, ids);
}

/** The incident something was attached to last, when it is here and can still be written (ux need 8). */
function lastWritable(incidents: Live<Read<IncidentList>>): Choice | null {
  const id = lastLinked();
  const row = incidents.value?.data.rows.find((each) => each.id === id);
  return row === undefined || row.status === 'closed' ? null : { kind: 'existing', id: row.id };
}

/** A choice of something that was deleted meanwhile is none: its field is empty, and must be filled again. */
function stillThere(choice: Choice | null, ids: readonly string[] | null): Choice | null {
  return choice?.kind === 'existing' && ids?.includes(choice.id) === false ? null : choice;
}

/** Null while it is not known that these are all. */
function idsOfList(list: Read<IncidentList> | undefined): readonly string[] | null {
  return list?.state === 'complete' ? list.data.rows.map(({ id }) => id) : null;
}

function idsOfTree(
  lookup: IncidentLookup | null | undefined,
  nodes: readonly HypothesisNode[],
): readonly string[] | null {
  return lookup?.found === 'yes' ? nodes.map(({ id }) => id) : null;
}

function onlyOne(hypotheses: readonly HypothesisNode[]): Choice | null {
  const [only, second] = hypotheses;
  return only !== undefined && second === undefined ? { kind: 'existing', id: only.id } : null;
}

function useLookup(incidentId: string | null): Live<Read<IncidentLookup> | null> {
  const model = useReadModel();
  return useLive(
    () => (incidentId === null ? Promise.resolve(null) : model.incident(incidentId)),
    [model, incidentId],
  );
}

/** The tree from the top, each node before its children. */
function nodesOf(lookup: IncidentLookup | undefined): readonly HypothesisNode[] {
  if (lookup?.found !== 'yes') return [];
  const flat = (nodes: readonly HypothesisNode[]): readonly HypothesisNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children)]);
  return flat(lookup.incident.tree);
}
