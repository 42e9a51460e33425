import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incidentStatuses } from '#sync/protocol/tables/incident-status.ts';
import { allowedMove, asksForDefinitionOfDone, statusMoves } from './status-moves.ts';

/** The table of the specification, section 4, written out. */
const TABLE = {
  new: ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'],
  open: ['open', 'investigating', 'mitigated', 'resolved', 'closed'],
  investigating: ['investigating', 'mitigated', 'resolved', 'closed'],
  mitigated: ['open', 'mitigated', 'resolved', 'closed'],
  resolved: ['open', 'resolved', 'closed'],
  closed: ['open', 'closed'],
} as const;

describe('statusMoves', () => {
  it.each(Object.entries(TABLE))('[spec 4] from %s', (from, allowed) => {
    const moves = statusMoves(from);
    expect(moves.map(({ status }) => status)).toEqual(incidentStatuses);
    expect(moves.filter((move) => move.refusal === undefined).map(({ status }) => status)).toEqual(allowed);
  });

  it('says where a refused one may go instead', () => {
    const refused = statusMoves('closed').find(({ status }) => status === 'mitigated');
    expect(refused?.refusal).toBe('From Closed only to open');
    expect(statusMoves('investigating')[0]?.refusal).toBe(
      'From Investigating only to mitigated, resolved or closed',
    );
  });

  it('a status the product does not know is shown and may go anywhere', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => !Object.hasOwn(TABLE, text.trim().toLowerCase())),
        (from) => {
          const moves = statusMoves(from);
          expect(moves).toHaveLength(7);
          expect(moves.at(-1)?.status).toBe(from);
          expect(moves.every(({ refusal }) => refusal === undefined)).toBe(true);
        },
      ),
    );
  });

  it('a move is allowed exactly where its entry has no refusal', () => {
    const status = fc.constantFrom(...incidentStatuses);
    fc.assert(
      fc.property(status, status, (from, to) => {
        const entry = statusMoves(from).find((move) => move.status === to);
        const isOffered = from !== to && entry?.refusal === undefined;
        expect(allowedMove(from, to)).toBe(isOffered ? to : undefined);
      }),
    );
  });

  it('only mitigated and resolved ask for the definition of done', () => {
    expect(incidentStatuses.filter(asksForDefinitionOfDone)).toEqual(['mitigated', 'resolved']);
  });
});
