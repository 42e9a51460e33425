import { expect, it } from 'vitest';
import { opOf } from '#tests/support/op-fixture.ts';
import { opView } from './op-view.ts';
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
