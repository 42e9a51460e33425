const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const flag = { type: 'boolean' } as const;
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const list = (name: string) => ({ type: 'array', items: ref(name) });
const shape = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

/**
 * What a playbook may hold: a schema of our own, of what these pages and the seeds use. The server's has the same top-level
 * keys and knows more kinds of steps.
 */
export const playbookSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://holdfast.local/schemas/playbook-spec.schema.json',
  $ref: '#/$defs/PlaybookSpec',
  $defs: {
    PlaybookSpec: shape(
      {
        title: text,
        description: text,
        icon: text,
        category: text,
        timeout: text,
        on: { type: 'object' },
        runsOn: texts,
        templatesOn: text,
        configs: list('ResourceSelector'),
        components: list('ResourceSelector'),
        checks: list('ResourceSelector'),
        parameters: list('PlaybookParameter'),
        filters: texts,
        approval: ref('PlaybookApproval'),
        actions: { ...list('PlaybookAction'), minItems: 1 },
      },
      ['actions'],
    ),
    PlaybookParameter: shape(
      {
        name: text,
        label: text,
        icon: text,
        description: text,
        default: text,
        required: flag,
        type: {
          type: 'string',
          enum: ['check', 'checkbox', 'code', 'component', 'config', 'list', 'people', 'team', 'text'],
        },
        properties: { type: 'object' },
      },
      ['name'],
    ),
    PlaybookApproval: shape({
      type: { type: 'string', enum: ['any', 'all'] },
      approvers: shape({ people: texts, teams: texts }),
    }),
    PlaybookAction: shape(
      {
        name: text,
        delay: text,
        timeout: text,
        if: text,
        runsOn: texts,
        templatesOn: text,
        exec: ref('ExecAction'),
        http: { type: 'object' },
        sql: { type: 'object' },
        pod: { type: 'object' },
        gitops: { type: 'object' },
        github: { type: 'object' },
        notification: { type: 'object' },
      },
      ['name'],
    ),
    ExecAction: shape(
      { script: text, connections: { type: 'object' }, env: { type: 'array' }, checkout: { type: 'object' } },
      ['script'],
    ),
    ResourceSelector: shape({
      id: text,
      name: text,
      namespace: text,
      agent: text,
      types: texts,
      statuses: texts,
      labelSelector: text,
      fieldSelector: text,
      search: text,
      cache: text,
      includeDeleted: flag,
    }),
  },
};
