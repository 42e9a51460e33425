import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

/** An item made for one test with four insights, and a component that is linked to it. */
export interface InsightScene {
  readonly itemId: string;
  readonly name: string;
  readonly type: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly analyzer: string;
  /** The list of its insights and no others. */
  readonly path: (rest?: string) => string;
  /** Summaries, first observed last. */
  readonly summaries: readonly string[];
  readonly ids: readonly string[];
}

/** A text of more than the list shows. */
export const LONG = `begins ${'long '.repeat(120)}ends`;

/** Four insights, each first observed an hour before the one before: three open, and one that is resolved. */
export async function createInsights(facts: ServerFacts): Promise<InsightScene> {
  const [itemId, componentId] = [randomUUID(), randomUUID()];
  const mark = itemId.slice(0, 8);
  const [name, componentName, analyzer, type] = [
    `vm-${mark}`,
    `shop-${mark}`,
    `rule-${mark}`,
    `Test${mark}::Machine`,
  ];
  await facts.rows(
    `insert into config_items (id, name, type, config_class, config, created_at)
     values ($1, $2, $3, 'Machine', '{}', now() - interval '9 days')`,
    [itemId, name, type],
  );
  await facts.rows(
    `insert into components (id, name, type, external_id, status) values ($1, $2, 'Service', $2, 'healthy')`,
    [componentId, componentName],
  );
  await facts.rows(
    `insert into config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'manual')`,
    [componentId, itemId],
  );
  const kinds = [
    { analyzer, kind: 'security', severity: 'critical', status: 'open' },
    { analyzer: `${analyzer}-cost`, kind: 'cost', severity: 'low', status: 'open' },
    { analyzer: `${analyzer}-debt`, kind: 'technical_debt', severity: 'info', status: 'open' },
    { analyzer: `${analyzer}-done`, kind: 'reliability', severity: 'medium', status: 'resolved' },
  ];
  const ids = kinds.map(() => randomUUID());
  const summaries = kinds.map(({ kind }, at) => `${kind} ${at} of ${name}`);
  for (const [at, { analyzer: by, kind, severity, status }] of kinds.entries()) {
    await facts.rows(
      `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, summary, message, analysis,
                                    source, first_observed, last_observed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'test', now() - make_interval(hours => $10), now() - interval '5 minutes')`,
      [
        ids[at],
        itemId,
        by,
        kind,
        severity,
        status,
        at === 2 ? `${summaries[at]} ${LONG}` : summaries[at],
        `# Why ${kind}\n\nThe whole message.`,
        { rule: by },
        at + 1,
      ],
    );
  }
  const path = (rest = ''): string => `/catalog/insights?configId=${itemId}${rest === '' ? '' : `&${rest}`}`;
  return { itemId, name, type, componentId, componentName, analyzer, path, summaries, ids };
}
