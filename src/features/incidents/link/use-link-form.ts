import { useMemo } from 'react';
import type { HypothesisNode, IncidentList, IncidentLookup, Read } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useFormDraft } from '#src/views/form/form-draft.ts';
import { lastLinked } from './last-linked.ts';
import type { Choice, LinkForm } from './link-form.ts';

/** The form as it stands, with what is chosen ahead of the person. */
export interface LinkFormState {
  readonly value: LinkForm;
  readonly change: (change: Partial<Omit<LinkForm, 'description'>>) => void;
  /** Forgets what was chosen: after it was linked. */
  readonly clear: () => void;
  readonly incidents: Live<Read<IncidentList>>;
  readonly hypotheses: readonly HypothesisNode[];
  readonly lookup: Live<Read<IncidentLookup> | null>;
}

/** What the person touched; undefined is what they left to us. */
interface Touched {
  readonly incident: Choice | null | undefined;
  readonly hypothesis: Choice | null | undefined;
  readonly severity: string | null;
  readonly type: string | null;
}

const ANY_INCIDENT = {
  type: null,
  severity: null,
  status: null,
  owner: null,
  component: null,
  search: '',
} as const;

/** `description` is kept elsewhere: it is a draft of its own. The choices are kept under `choicesKey`. */
export function useLinkForm(description: string, choicesKey: string): LinkFormState {
  const { values, set, clear } = useFormDraft(choicesKey);
  const touched: Touched = {
    incident: choiceOf(values['incident']),
    hypothesis: choiceOf(values['hypothesis']),
    severity: values['severity'] ?? null,
    type: values['type'] ?? null,
  };
  const model = useReadModel();
  const incidents = useLive(() => model.incidentList(ANY_INCIDENT), [model]);
  const incident =
    touched.incident === undefined
      ? lastWritable(incidents)
      : stillThere(touched.incident, idsOfList(incidents.value));
  const lookup = useLookup(incident?.kind === 'existing' ? incident.id : null);
  const hypotheses = useMemo(() => nodesOf(lookup.value?.data), [lookup.value]);
  const hypothesis =
    touched.hypothesis === undefined
      ? onlyOne(hypotheses)
      : stillThere(touched.hypothesis, idsOfTree(lookup.value?.data, hypotheses));
  return {
    value: { ...touched, incident, hypothesis, description },
    change: ({ incident: nextIncident, hypothesis: nextHypothesis, ...rest }) =>
      set({
        ...rest,
        ...(nextHypothesis === undefined ? {} : { hypothesis: choiceText(nextHypothesis) }),
        // The hypotheses of another incident are others.
        ...(nextIncident === undefined ? {} : { incident: choiceText(nextIncident), hypothesis: null }),
      }),
    clear,
    incidents,
    hypotheses,
    lookup,
  };
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
export function nodesOf(lookup: IncidentLookup | undefined): readonly HypothesisNode[] {
  if (lookup?.found !== 'yes') return [];
  const flat = (nodes: readonly HypothesisNode[]): readonly HypothesisNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children)]);
  return flat(lookup.incident.tree);
}

const NONE = 'none';

/** A choice as a draft keeps it: "existing i-1", "new Disk full", or that there is none. */
function choiceText(choice: Choice | null): string {
  if (choice === null) return NONE;
  return choice.kind === 'existing' ? `existing ${choice.id}` : `new ${choice.title}`;
}

/** Undefined where nobody has chosen anything. */
function choiceOf(text: string | undefined): Choice | null | undefined {
  if (text === NONE) return null;
  if (text?.startsWith('existing ') === true) return { kind: 'existing', id: text.slice(9) };
  return text?.startsWith('new ') === true ? { kind: 'new', title: text.slice(4) } : undefined;
}
