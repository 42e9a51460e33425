import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { logLines } from './log-lines.ts';

it('[DIA3] lets ids, codes and numbers out, and no text that could be content', () => {
  const log = createLog({ nowMs: () => 7 });
  log.event('warn', 'reconcile.breaker', {
    table: 'hypotheses',
    missing: 60,
    id: '01890f2c-aaaa-7bbb-8ccc-1234567890ab',
    isOpen: true,
    message: 'Unexpected token: "The password is hunter2"',
    row: { title: 'secret' },
    nothing: undefined,
  });
  log.event('info', 'lead.begin');
  expect(logLines(log.entries())).toEqual([
    {
      at: 7,
      level: 'warn',
      code: 'reconcile.breaker',
      fields: {
        table: 'hypotheses',
        missing: 60,
        id: '01890f2c-aaaa-7bbb-8ccc-1234567890ab',
        isOpen: true,
        message: '(text)',
        row: '(text)',
        nothing: null,
      },
    },
    { at: 7, level: 'info', code: 'lead.begin', fields: {} },
  ]);
});
