import { expect, it } from 'vitest';
import { opOf } from '#tests/support/op-fixture.ts';
import { opView, opViews } from './op-view.ts';
import { outboxLines } from './outbox-lines.ts';

const group = (step: number) => ({
  id: 'g',
  step,
  of: 3,
  onFail: 'stop' as const,
  intent: 'incident.create',
});

it('[GRP7] a group is one line where its first step stood, speaking for its next step', () => {
  const ops = [
    opOf({ seq: 1 }),
    opOf({ seq: 2, group: group(1), state: 'acked' }),
    opOf({ seq: 3 }),
    opOf({ seq: 5, group: group(3) }),
    opOf({ seq: 4, group: group(2), state: 'parked' }),
  ].map(opView);
  expect(outboxLines(ops).map(({ op, steps }) => [op.id, steps.map((step) => step.id)])).toEqual([
    ['op1', ['op1']],
    ['op4', ['op2', 'op4', 'op5']],
    ['op3', ['op3']],
  ]);
});

it('[CNF11] a conflict says what the later changes of its fields want', () => {
  const conflict = { theirs: { title: 'theirs' }, fields: ['title'] };
  const [clash, ...rest] = opViews([
    opOf({ seq: 1, state: 'conflict', conflict }),
    opOf({ seq: 2 }),
    opOf({ seq: 3, patch: { status: 'likely' } }),
    opOf({ seq: 4, patch: { title: 'elsewhere' }, rowId: 'h2' }),
    opOf({ seq: 5, patch: { title: 'latest', status: 'proven' } }),
    opOf({ seq: 6, patch: { title: 'on its way' }, state: 'sending' }),
    opOf({ seq: 7, patch: { title: 'taken back' }, undoes: 'op2' }),
    opOf({ seq: 8, patch: { title: 'a step' }, group: group(1) }),
  ]);
  expect(clash?.later).toEqual({ ids: ['op2', 'op5'], patch: { title: 'latest' } });
  expect(rest.map(({ later }) => later)).toEqual(rest.map(() => undefined));
});
