import { describe, expect, it } from 'vitest';
import type { Effect } from '#sync/protocol/effect.ts';
import { problemsOf } from '#src/views/form/form-checks.ts';
import { allFields } from '#src/views/form/form-values.ts';
import { submissionOf } from '#src/views/form/submission.ts';
import { openRuns } from './open-runs.ts';
import { readDefinition, runtimeParam } from './playbook-definition.ts';
import { baseOf, runForm } from './run-form.ts';

const body = (spec: object) => ({ name: 'restart', title: 'Restart', description: null, spec });
const subject = { kind: 'config', id: 'c1' } as const;

describe('the definition of a playbook', () => {
  it('says what it is for, of which types all of its selectors name, and takes nothing else for one', () => {
    const read = readDefinition(
      body({
        configs: [{ types: ['A', 'B'] }, { types: ['B'], name: 'x' }, {}],
        checks: [{}],
        components: [],
        parameters: null,
      }),
    );
    expect(read).toMatchObject({
      name: 'Restart',
      params: [],
      targets: [
        { kind: 'config', types: ['B'] },
        { kind: 'check', types: undefined },
      ],
    });
    expect(readDefinition(body({ parameters: 'all' }))).toBeUndefined();
    expect(readDefinition({ name: 'no spec' })).toBeUndefined();
  });
});

const params = [
  { name: 'title', default: 'Load on $(.config.name)', required: true },
  { name: 'memory', default: '512Mi', properties: { format: 'bytes', min: 900 } },
  { name: 'cpu', default: '500m', properties: { format: 'millicores', max: 4000 } },
  { name: 'dns', properties: { format: 'dns1123' } },
  { name: 'short', properties: { minLength: '2', maxLength: 4 } },
  { name: 'count', default: 3, properties: { min: 1, max: 9 } },
  { name: 'rotate_keys', type: 'checkbox', default: true },
  { name: 'api_token', label: 'Token' },
];
const read = readDefinition(body({ parameters: params }))?.params ?? [];
const shown = read.map((param) => runtimeParam(param, 'https://ops.example'));
const form = runForm({ playbookId: 'p1', params: shown, subject, title: 'Run it' });
const fieldNamed = (name: string) => `p${params.findIndex((each) => each.name === name)}`;

describe('the form of a run', () => {
  it('leaves to the server what only the server can fill in', () => {
    const title = allFields(form.spec)[0];
    expect([title?.required, title?.help]).toEqual([
      undefined,
      'Left empty, the server fills it in: Load on $(.config.name)',
    ]);
    const submission = submissionOf(form.spec, form.spec.empty({}), null);
    expect(submission).toMatchObject({
      request: {
        kind: 'playbook.run',
        playbookId: 'p1',
        configId: 'c1',
        params: { memory: '512Mi', cpu: '500m', count: '3', rotate_keys: 'true' },
      },
    });
    expect(submission).not.toHaveProperty('request.params.title');
  });

  it('keeps a secret out of the request, and names it among what is asked again', () => {
    const values = form.spec.empty({ [fieldNamed('api_token')]: 'hunter2' });
    const submission = submissionOf(form.spec, values, null);
    expect(submission).toMatchObject({
      request: { asked: ['api_token'] },
      askAgain: { api_token: 'hunter2' },
    });
    expect(JSON.stringify(submission?.kind === 'effect' && submission.request)).not.toContain('hunter2');
  });

  it.each([
    ['dns', 'Payments', 'Use lowercase letters, digits and “-”, in parts with dots between them'],
    ['dns', 'payments.eu-1', undefined],
    ['short', 'a', 'This must have at least 2 characters'],
    ['short', 'abcde', 'This must have at most 4 characters'],
    ['count', '12', 'This must be 9 or less'],
    ['count', 'many', 'This field must be a number'],
    ['cpu', '5000m', 'This must be 4000 or less'],
    ['cpu', 'manym', 'This field must be a number'],
    ['memory', '2Gi', undefined],
  ])('says of %s %j: %j', (name, text, problem) => {
    const values = form.spec.empty({ [fieldNamed(name)]: text });
    expect(problemsOf(form.spec, values).get(fieldNamed(name))).toBe(problem);
  });

  it('begins with the values of an earlier run, where it had them', () => {
    const base = baseOf(form, shown, { title: 'Before', count: '7', __proto__: 'x' });
    expect([base[fieldNamed('title')], base[fieldNamed('count')], base[fieldNamed('memory')]]).toEqual([
      'Before',
      '7',
      '512Mi',
    ]);
  });

  it('holds a code against a schema of this server, and asks no other host for one', () => {
    const kindOf = (properties: object) => {
      const parameters = [{ name: 'values', type: 'code', properties: { language: 'yaml', ...properties } }];
      const found = readDefinition(body({ parameters }))?.params ?? [];
      const shownParams = found.map((param) => runtimeParam(param, 'https://ops.example'));
      return allFields(runForm({ playbookId: 'p1', params: shownParams, subject, title: '' }).spec)[0]?.kind;
    };
    expect(kindOf({ jsonSchemaUrl: '/api/schemas/canary.schema.json', size: 'small' })).toEqual({
      is: 'code',
      language: 'yaml',
      schemaFile: 'canary.schema.json',
      isSmall: true,
    });
    expect(kindOf({ jsonSchemaUrl: 'https://elsewhere.example/schemas/canary.schema.json' })).toEqual({
      is: 'code',
      language: 'yaml',
      schemaFile: undefined,
      isSmall: false,
    });
  });

  it('is another one for other parameters: a draft of one is none of the other', () => {
    const other = runForm({ playbookId: 'p1', params: shown.slice(1), subject, title: 'Run it' });
    expect(other.spec.v).not.toBe(form.spec.v);
  });
});

it('what is not settled is that of the same playbook on the same thing, the newest first', () => {
  const effect = (id: string, state: string, request: object) => ({
    id,
    state,
    createdAt: Number(id.slice(1)),
    request: { kind: 'playbook.run', playbookId: 'p1', configId: 'c1', params: {}, ...request },
  });
  const all = [
    effect('e1', 'unknown', {}),
    effect('e2', 'prepared', {}),
    effect('e3', 'done', {}),
    effect('e4', 'unknown', { configId: 'c2' }),
    effect('e5', 'unknown', { playbookId: 'p2' }),
    effect('e6', 'unknown', { configId: undefined, checkId: 'c1' }),
  ] as unknown as readonly Effect[]; // as: what is looked at
  expect(openRuns(all, 'p1', subject).map(({ id }) => id)).toEqual(['e2', 'e1']);
  expect(openRuns(all, 'p1', null)).toEqual([]);
});
