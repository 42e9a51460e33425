import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newIncidentForm } from '#src/features/incidents/create/create.form.ts';
import { linkForm } from '#src/features/incidents/link/link.form.ts';
import { editScriptForm, editTextForm } from '#src/features/incidents/panel/done/edit-item.form.ts';
import { manualForm } from '#src/features/incidents/panel/done/manual.form.ts';
import { flagForm } from '#src/features/flags/flag.form.ts';
import { membersForm } from '#src/features/teams/members.form.ts';
import { teamForm } from '#src/features/teams/team.form.ts';
import { playbookForm } from '#src/features/playbooks/editor/playbook.form.ts';
import { ticketForm } from '#src/features/incidents/responders/ticket.form.ts';
import { problemsOf } from '#src/views/form/form-checks.ts';
import type { AnyForm, FieldKind, FormValues } from '#src/views/form/form-spec.ts';
import {
  allFields,
  isSecret,
  overlaid,
  sentValues,
  shownFields,
  textAt,
  valueAt,
  withoutSecrets,
  withValue,
  type AnyField,
} from '#src/views/form/form-values.ts';
import { keptText, typedOf } from '#src/views/form/kept-text.ts';
import { runtimeForm, type RuntimeParam } from '#src/views/form/runtime-form.ts';
import { submissionOf, type Submission } from '#src/views/form/submission.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { responderTypes, type ResponderType } from '#sync/protocol/ticketing.ts';
import { connectionForm } from '#src/views/form/story/connection.form.ts';
import { kindsForm } from '#src/views/form/story/kinds.form.ts';

/** The form of a responder, where the team has fixed one text and begun another. */
function ticketOf(type: ResponderType): AnyForm {
  const spec = ticketForm({
    client: {
      type,
      values: { body: 'On <%= title %>' },
      defaults: { description: 'as set by us' },
      linkUrl: null,
    },
    options: { project: [{ id: 'OPS', name: 'Operations' }] },
    scope: { title: 'Down' },
    title: 'Open a ticket',
    incidentId: 'i1',
    teamId: 't1',
  });
  return { ...spec, id: `${spec.id}.${type}` };
}

const DONE_ITEM: DoneItem = {
  id: 'e1',
  hypothesisId: 'h1',
  hypothesisTitle: 'The disk is full',
  type: 'comment',
  description: 'Disk below 80 %',
  payload: { comment: 'Disk below 80 %', unknown: 1 },
  subject: null,
  isPart: true,
  done: null,
  script: null,
  scriptResult: null,
  updatedAt: '2026-01-01T00:00:00Z',
  author: { id: 'p1', name: 'Ada', avatar: null },
  marks: { pending: false, failed: false, conflict: false, parked: false },
  ops: [],
};

/** A form of the product, with rows as the server has them: with more in them than the form knows. */
interface Registered {
  readonly spec: AnyForm;
  readonly rows: readonly JsonRow[];
  /** Columns that the form holds as a whole: what somebody takes out of them goes. */
  readonly whole?: readonly string[];
}

const FORMS: readonly Registered[] = [
  { spec: newIncidentForm, rows: [] },
  { spec: linkForm(false), rows: [] },
  { spec: manualForm('h1'), rows: [] },
  { spec: editTextForm(DONE_ITEM, null), rows: [] },
  { spec: { ...editTextForm(DONE_ITEM, 'h1'), id: 'done.add-again' }, rows: [] },
  { spec: editScriptForm(DONE_ITEM), rows: [] },
  {
    spec: membersForm('t1', [
      { id: 'p1', name: 'Ada' },
      { id: 'p2', name: 'Ben' },
    ]),
    rows: [],
  },
  { spec: flagForm(true), rows: [] },
  { spec: flagForm(false), rows: [{ name: 'logs.disable', value: 'true' }] },
  { spec: teamForm(false), rows: [{ name: 'Payments', icon: null, source: 'UI' }] },
  {
    // Its editor shows all of the definition: what somebody takes out of it goes (team.form.test.ts).
    spec: teamForm(true),
    rows: [
      { name: 'Payments', icon: 'group', spec: null },
      { name: 'Search', icon: null, spec: {} },
    ],
  },
  { spec: playbookForm(false), rows: [{ name: 'restart', title: 'Restart', source: 'UI' }] },
  {
    // Its editor shows all of the definition: what somebody takes out of it goes (playbook.form.test.ts).
    spec: playbookForm(true),
    rows: [
      { name: 'restart', title: '', spec: null },
      { name: 'drain', title: 'Drain', spec: {} },
    ],
  },
  { spec: { ...linkForm(true), id: 'incident.link note' }, rows: [] },
  ...responderTypes.map((type) => ({ spec: ticketOf(type), rows: [] })),
  {
    spec: connectionForm,
    rows: [
      {
        id: 'c1',
        name: 'mail',
        type: 'email',
        url: 'smtp://mail:25',
        password: '',
        properties: { from: 'ops@example.com', region: 'eu', unknown: { deep: [1, null] } },
        not_of_this_form: true,
      },
      { id: 'c2', name: 'empty', type: 'http', properties: null, url: null },
    ],
  },
  {
    spec: kindsForm,
    whole: ['tags', 'headers', 'password'],
    rows: [
      { id: 'k1' },
      {
        id: 'k2',
        schedule: '@every 5m',
        tags: ['eu', 'night'],
        notes: '**bold**',
        headers: [
          { name: 'X-Team', value: 'payments' },
          { name: 'X-Odd', value: '' },
        ],
        certificate: 'secret://tls/ca',
        password: { valueFrom: { configMapKeyRef: { name: 'mail', key: 'pw' } } },
        not_of_this_form: true,
      },
    ],
  },
];

/** Hands everything it is given to what is kept: the kit must not give it a secret. */
const careless = (submit: AnyForm['submit'], id: string): Registered => ({
  rows: [],
  spec: {
    id,
    v: 1,
    groups: [
      {
        fields: [
          { name: 'token', kind: { is: 'secret' }, label: 'Token', required: true },
          { name: 'text', kind: { is: 'text' }, label: 'Text' },
        ],
      },
    ],
    empty: (given) => ({ token: '', text: '', ...given }),
    submit,
  },
});

const CARELESS = [
  careless(
    {
      kind: 'effect',
      title: (values) => textAt(values, 'token'),
      request: (...given) => ({ kind: 'connection.test', connectionId: JSON.stringify(given) }),
      askAgain: () => ({}),
    },
    'careless.effect',
  ),
  careless(
    {
      kind: 'command',
      of: (values) => ({ kind: 'row.delete', table: 'teams', rowId: JSON.stringify(values) }),
    },
    'careless.command',
  ),
];

const MARK = 'S3CRET-';

/** What a person may leave in a field of a kind. */
function valueOf(kind: FieldKind): fc.Arbitrary<unknown> {
  switch (kind.is) {
    case 'switch':
    case 'checkbox':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom('', ...kind.options.map(({ id }) => id));
    case 'choices':
      return fc.subarray(kind.options.map(({ id }) => id));
    case 'pairs':
      return fc.array(fc.record({ name: fc.string(), value: fc.string({ unit: 'binary' }) }), {
        maxLength: 3,
      });
    case 'tags':
      return fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 3 });
    case 'items':
      return fc.array(
        fc
          .tuple(...kind.fields.map((field) => valueOf(field.kind)))
          .map((values) =>
            kind.fields.reduce<FormValues>((item, { name }, at) => withValue(item, name, values[at]), {}),
          ),
        { maxLength: 3 },
      );
    case 'schedule':
      return fc.constantFrom('@every 5m', '0 6 * * 1-5', 'later', '');
    case 'secret':
      return fc.string({ maxLength: 5 }).map((text) => `${MARK}${text}`);
    case 'number':
      return fc.oneof(fc.integer().map(String), fc.string());
    case 'size':
      return fc.oneof(fc.constantFrom('', ...kind.units.map((unit) => `512${unit}`)), fc.string());
    case 'duration':
      return fc.constantFrom('30m', '1h30m', 'soon', '');
    case 'text':
    case 'lines':
    case 'mentions':
    case 'markdown':
    case 'code':
    case 'pick':
    case 'slot':
      return fc.string({ unit: 'binary' });
    case 'one-of':
      throw new Error('A one-of is a chooser and fields');
  }
}

/** What may be typed in a form: some of its fields, the ones of what is not chosen too. */
function typedIn(spec: AnyForm): fc.Arbitrary<FormValues> {
  const fields = allFields(spec);
  return fc.tuple(...fields.map(({ kind }) => fc.option(valueOf(kind), { nil: undefined }))).map((values) =>
    fields.reduce<FormValues>((typed, { name }, at) => {
      const value = values[at];
      return value === undefined ? typed : withValue(typed, name, value);
    }, {}),
  );
}

const texts = fc.string({ unit: 'binary', maxLength: 12 });
const params: fc.Arbitrary<readonly RuntimeParam[]> = fc.uniqueArray(
  fc.record({
    name: fc.oneof(
      texts,
      fc.constantFrom('a.b', '[0]', '__proto__', 'constructor', 'apiToken', 'x.__proto__'),
    ),
    label: texts,
    type: fc.constantFrom(
      'text',
      'list',
      'checkbox',
      'code',
      'people',
      'config',
      'password',
      'constructor',
      '',
    ),
    isRequired: fc.boolean(),
    initial: fc.option(texts, { nil: undefined }),
    options: fc.constantFrom(undefined, [], [{ id: 'one', label: 'One' }]),
    pattern: fc.option(fc.oneof(texts, fc.constantFrom('(a+)+$', '[', '^[a-z]+$', '(.*)*')), {
      nil: undefined,
    }),
    language: fc.constantFrom(undefined, 'yaml', 'json', 'go'),
  }),
  { maxLength: 6, selector: ({ name }) => name },
);

const runtime = params.map((made) => ({
  made,
  ...runtimeForm('run', made, {
    title: 'Run it',
    request: (given) => ({ kind: 'playbook.run', playbookId: 'p1', params: given }),
  }),
}));

/** What the device keeps of a submission. */
function storedOf(submission: Submission): string {
  switch (submission.kind) {
    case 'row':
      return submission.isOnline ? '' : JSON.stringify(submission);
    case 'command':
      return JSON.stringify(submission);
    case 'online':
      return '';
    case 'effect':
      return JSON.stringify([submission.title, submission.request]);
  }
}

/** Every law, of a form of the product and of one made while it is used. */
function laws(spec: fc.Arbitrary<AnyForm>, rows: readonly JsonRow[], whole: readonly string[] = []): void {
  const withTyped = spec.chain((one) => fc.tuple(fc.constant(one), typedIn(one)));

  it('names its fields so that a name is one place', () => {
    fc.assert(
      fc.property(spec, (one) => {
        const fields = allFields(one);
        const names = fields.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) {
          expect(name).toMatch(/^[a-z]\w*(?:\.[a-z][\w-]*)*$/iu);
          expect(name).not.toMatch(/(?:^|\.)(?:__proto__|constructor|prototype|toString)(?:\.|$)/u);
          expect(names.some((other) => other.startsWith(`${name}.`))).toBe(false);
        }
        for (const name of [...(one.words?.fields ?? []), ...Object.values(one.unique ?? {})]) {
          expect(names).toContain(name);
        }
      }),
    );
  });

  it('untouched means no patch, and nothing to say of what is empty but that it is required', () => {
    fc.assert(
      fc.property(spec, (one) => {
        for (const row of rows) {
          if (one.row === undefined) continue;
          expect(submissionOf(one, sentValues(one, one.row.read(row), {}), row)).toBeNull();
        }
        const empty = one.empty({});
        const required = shownFields(one, empty).filter((field) => field.required !== undefined);
        for (const name of problemsOf(one, empty).keys()) {
          const isDefault = textAt(empty, name) !== '';
          expect(isDefault || required.some((field) => field.name === name)).toBe(true);
        }
      }),
    );
  });

  it('[ux 4.7] what is kept is what was typed, without any secret', () => {
    fc.assert(
      fc.property(withTyped, ([one, typed]) => {
        const kept = keptText(one, typed);
        expect(JSON.stringify(kept)).not.toContain(MARK);
        const again = typedOf(one, kept);
        const words = one.words?.fields ?? [];
        for (const field of allFields(one).filter((each) => !isSecret(each) && !words.includes(each.name))) {
          expect(valueAt(again, field.name)).toEqual(valueAt(typed, field.name));
        }
        // Words are one text: how it falls apart may differ, not what it says.
        expect(keptText(one, again)).toEqual(kept);
      }),
    );
  });

  it('a draft that is damaged, or of another version, is read as far as it can be', () => {
    fc.assert(
      fc.property(withTyped, texts, fc.nat(), ([one, typed], noise, at) => {
        const { words, lines } = keptText(one, typed);
        const cut = at % (lines.length + 1);
        const damaged = `${lines.slice(0, cut)}${noise}${lines.slice(cut + 1)}`;
        const again = typedOf(one, { words: `${noise}${words}`, lines: damaged });
        problemsOf(one, overlaid(one.empty({}), again, allFields(one)));
        expect(typedOf({ ...one, v: one.v + 1 }, { words: '', lines })).toEqual({});
      }),
    );
  });

  it('neither a draft nor an operation nor a kept effect holds a secret', () => {
    fc.assert(
      fc.property(withTyped, ([one, typed]) => {
        for (const row of [null, ...rows]) {
          const base = row === null || one.row === undefined ? one.empty({}) : one.row.read(row);
          const sent = sentValues(one, base, typed);
          expect(JSON.stringify(withoutSecrets(one, sent))).not.toContain(MARK);
          const submission = submissionOf(one, sent, row, typed);
          if (submission === null) continue;
          expect(storedOf(submission)).not.toContain(MARK);
        }
      }),
    );
  });

  it('what is not shown is not sent', () => {
    fc.assert(
      fc.property(withTyped, ([one, typed]) => {
        const base = one.empty({});
        const sent = sentValues(one, base, typed);
        const shown = new Set(shownFields(one, sent).map(({ name }) => name));
        const hidden = (field: AnyField): boolean => !shown.has(field.name);
        for (const { name } of allFields(one).filter(hidden)) {
          expect(valueAt(sent, name)).toEqual(valueAt(base, name));
        }
      }),
    );
  });

  it('read after save gives the same values, and keeps what the form does not know', () => {
    fc.assert(
      fc.property(withTyped, ([one, typed]) => {
        const face = one.row;
        if (face === undefined) return;
        for (const row of rows) {
          const sent = sentValues(one, face.read(row), typed);
          if (problemsOf(one, sent).size > 0) continue;
          const submission = submissionOf(one, sent, row);
          const patch = submission?.kind === 'row' ? submission.patch : face.write(sent, row);
          const saved = { ...row, ...patch };
          expect(face.write(face.read(saved), saved)).toEqual(face.write(sent, row));
          for (const [column, before] of Object.entries(row)) {
            if (typeof before !== 'object' || before === null || whole.includes(column)) continue;
            const after: unknown = saved[column];
            for (const key of Object.keys(before)) expect(after).toHaveProperty([key]);
          }
          expect(saved['not_of_this_form']).toBe(row['not_of_this_form']);
        }
      }),
    );
  });
}

describe.each([...FORMS, ...CARELESS].map((form) => ({ name: form.spec.id, ...form })))(
  '$name',
  ({ spec, rows, whole }) => {
    laws(fc.constant(spec), rows, whole);
  },
);

it('[D22] what the team sets is in no ticket that is kept', () => {
  const spec = ticketOf('jira');
  const submission = submissionOf(spec, spec.empty({}), null, { summary: 'mine' });
  expect(JSON.stringify(submission?.kind === 'effect' ? submission.request : null)).not.toContain(
    'as set by us',
  );
  expect(submission).toMatchObject({
    request: { properties: { summary: 'mine' }, fromTeam: ['description'] },
    askAgain: { description: 'as set by us' },
  });
});

describe('a form made while it is used', () => {
  laws(
    runtime.map(({ spec }) => spec),
    [],
  );

  it('a default that comes again takes the place of what nobody touched, and of nothing else', () => {
    fc.assert(
      fc.property(
        runtime.chain((one) => fc.tuple(fc.constant(one), typedIn(one.spec), texts)),
        ([{ spec, made, baseOf }, typed, later]) => {
          const now = baseOf(made.map((param) => ({ ...param, initial: later })));
          const values = overlaid(now, typed, allFields(spec));
          for (const { name, kind } of allFields(spec)) {
            const value = valueAt(typed, name);
            if (value === undefined && kind.is !== 'text') continue;
            expect(valueAt(values, name)).toEqual(value ?? later);
          }
        },
      ),
    );
  });

  it('a pattern that is none, or slow, holds nobody up', () => {
    const param = { name: 'x', label: 'X', type: 'text', isRequired: false };
    const problems = (pattern: string): number => {
      const { spec } = runtimeForm('run', [{ ...param, pattern }], {
        title: '',
        request: (given) => ({ kind: 'playbook.run', playbookId: 'p', params: given }),
      });
      return problemsOf(spec, { p0: `${'a'.repeat(900)}!` }).size;
    };
    expect(problems('[')).toBe(0);
    expect(problems('(a+)+')).toBe(0);
    expect(problems('(?:a|aa)+')).toBe(0);
    expect(problems('[a-z]+')).toBe(1);
  });

  it('names from outside reach the server as they are', () => {
    const made = [
      { name: 'a.b[0]', label: '', type: 'text', isRequired: false, initial: 'one' },
      { name: '__proto__', label: 'Two', type: 'text', isRequired: false, initial: 'two' },
    ];
    const { spec } = runtimeForm('run', made, {
      title: '',
      request: (given) => ({ kind: 'playbook.run', playbookId: 'p', params: given }),
    });
    const submission = submissionOf(spec, spec.empty({}), null);
    const request = submission?.kind === 'effect' ? submission.request : null;
    const sent = request?.kind === 'playbook.run' ? request.params : {};
    expect(Object.entries(sent)).toEqual([
      ['a.b[0]', 'one'],
      ['__proto__', 'two'],
    ]);
  });
});
