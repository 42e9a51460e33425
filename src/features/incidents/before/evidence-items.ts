import type { IncidentDetail } from '#sync/read/types.ts';

/** What the evidence of an incident points at, as far as it leads to items of the catalog. */
export interface EvidenceSubjects {
  readonly configIds: readonly string[];
  readonly componentIds: readonly string[];
  /** Changes that are evidence already. */
  readonly changeIds: ReadonlySet<string>;
  /** Changes and insights whose item their evidence does not name. */
  readonly looseChangeIds: readonly string[];
  readonly looseInsightIds: readonly string[];
}

export function evidenceSubjects({
  tree,
  components,
}: Pick<IncidentDetail, 'tree' | 'components'>): EvidenceSubjects {
  const refs = evidencesOf(tree).map((evidence) => evidence.refs);
  const loose = refs.filter(({ configId }) => configId === null);
  return {
    configIds: distinct(refs.map(({ configId }) => configId)),
    componentIds: distinct([
      ...components.map(({ id }) => id),
      ...refs.map(({ componentId }) => componentId),
    ]),
    changeIds: new Set(distinct(refs.map(({ configChangeId }) => configChangeId))),
    looseChangeIds: distinct(loose.map(({ configChangeId }) => configChangeId)),
    looseInsightIds: distinct(loose.map(({ configAnalysisId }) => configAnalysisId)),
  };
}

function evidencesOf(nodes: IncidentDetail['tree']): IncidentDetail['tree'][number]['evidences'] {
  return nodes.flatMap((node) => [...node.evidences, ...evidencesOf(node.children)]);
}

function distinct(ids: readonly (string | null)[]): readonly string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== ''))];
}
