import * as v from 'valibot';
import { requestOf, equal, id, SLOW_TTL_MS } from './spec.ts';
import type { EffectSaid, EffectWire } from './spec.ts';
import { own } from '../own.ts';

/** Opens a ticket in the system of a team (api-endpoints I20). Without an answer it is done where its responder is. */
export const request = requestOf('responder.open-ticket', {
  /** Made by the screen: with it the row can be looked up, and a repeat would be no second ticket. */
  responderId: v.pipe(v.string(), v.uuid()),
  incidentId: id,
  teamId: id,
  /** What a person put into the form of the ticket system. */
  properties: v.record(v.string(), v.unknown()),
  /** Fields whose text is the team's: it is asked for when the ticket is sent and never kept (D22). */
  fromTeam: v.optional(v.array(id)),
});

/** What a screen says of it. */
export const said: EffectSaid<v.InferOutput<typeof request>> = {
  verb: 'Send',
  target: ({ incidentId }) => ({ tbl: 'incidents', id: incidentId }),
  asked: ({ fromTeam = [] }) => fromTeam,
  askedThere: 'Some of its fields are set by the team and not kept here. Send it from its screen.',
};

/** How it is sent, and what is made of its answer. */
export const wire: EffectWire<v.InferOutput<typeof request>> = {
  ttlMs: SLOW_TTL_MS,
  texts: {
    // The team's stand above what a person typed; half a ticket is none.
    complete: (request, texts) => {
      const isWhole = (request.fromTeam ?? []).every((field) => (own(texts, field) ?? '').trim() !== '');
      return isWhole ? { ...request, properties: { ...request.properties, ...texts } } : null;
    },
    missing: 'What the team sets was not asked for.',
  },
  send: ({ responderId, incidentId, teamId, properties }, userId) => ({
    path: '/db/responders?on_conflict=id&select=id',
    prefer: 'return=representation,resolution=ignore-duplicates,missing=default',
    body: {
      id: responderId,
      type: 'system',
      incident_id: incidentId,
      team_id: teamId,
      created_by: userId,
      properties,
    },
  }),
  lookup: ({ responderId }) => ({
    path: `/db/responders?select=id&${equal('id', responderId)}&limit=1`,
    judge: (rows) => (rows.length === 0 ? { is: 'unknown' } : { is: 'done', result: null }),
  }),
};
