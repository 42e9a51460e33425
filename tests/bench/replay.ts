import { setTimeout as pause } from 'node:timers/promises';
import type { Ports } from '#sync/ports.ts';
import { startGateway, type Client } from '../contract/gateway-client.ts';
import { openWireDevice, wireHttp, type WireDevice } from '../support/wire-device.ts';
import { leftToPull } from './pulled.ts';

/** Round trip that is added to every request. */
const RTT_MS = 100;
const OPS = 200;
const LANES = 4;
/** Longer than any first pull of the large seed. */
const PATIENCE_MS = 600_000;
/** So long without a request the device has nothing to catch up with. */
const CALM_MS = 3_000;

/** T8: how fast a full outbox drains at a fixed round trip, beside the same requests sent without an engine. */
export interface ReplayFigures {
  /** Incidents that lie on the device. */
  readonly incidents: number;
  readonly ops: number;
  readonly rttMs: number;
  readonly fourLanesMs: number;
  readonly oneLaneMs: number;
  /** The same inserts by plain fetches, four at a time: the limit of this machine at this round trip. */
  readonly rawFourMs: number;
  /** One after the other: what the server itself adds to each round trip is in it. */
  readonly rawOneMs: number;
}

/** Adds the round trip before the request leaves. */
function slow(http: Ports['http']): Ports['http'] {
  return {
    send: async (request, cancel) => {
      await pause(RTT_MS);
      return http.send(request, cancel);
    },
  };
}

async function until(isTrue: () => Promise<boolean>, everyMs: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('The pull or the replay did not end in time');
    await pause(everyMs);
  }
}

interface Place {
  readonly incidentId: string;
  readonly hypothesisId: string;
}

/** One root hypothesis in each of four incidents. */
async function placesOf({ cache }: WireDevice): Promise<readonly Place[]> {
  const byIncident = new Map<string, Place>();
  for (const row of await cache.dump('hypotheses')) {
    const incidentId = String(row['incident_id']);
    if (!byIncident.has(incidentId))
      byIncident.set(incidentId, { incidentId, hypothesisId: String(row['id']) });
  }
  const places = [...byIncident.values()].slice(0, LANES);
  if (places.length < LANES) throw new Error(`The seed has ${places.length} incidents, ${LANES} are needed`);
  return places;
}

/** Writes the outbox full while the device is offline, then measures from "back" to the last acknowledgement. */
async function drain(device: WireDevice, places: readonly Place[]): Promise<number> {
  device.setOnLine(false);
  const origin = { screen: '/incidents', appVersion: 'bench' };
  for (let at = 0; at < OPS; at += 1) {
    const place = places[at % places.length];
    if (place === undefined) throw new Error('There is nowhere to comment');
    await device.engine.submit({ kind: 'comment.add', ...place, text: `Replayed ${at}` }, origin);
  }
  const startedAt = performance.now();
  device.setOnLine(true);
  await until(async () => (await device.journal.read({ open: true })).length === 0, 5);
  return performance.now() - startedAt;
}

async function drainRaw(
  client: Client,
  userId: string,
  places: readonly Place[],
  lanes: number,
): Promise<number> {
  let next = 0;
  const http = slow(wireHttp(client));
  const worker = async (): Promise<void> => {
    while (next < OPS) {
      const place = places[next % places.length];
      next += 1;
      const body = {
        incident_id: place?.incidentId,
        hypothesis_id: place?.hypothesisId,
        comment: `Raw ${next}`,
        created_by: userId,
      };
      const answer = await http.send({
        method: 'POST',
        path: '/db/comments',
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
        body: JSON.stringify(body),
        timeoutMs: 20_000,
      });
      if (answer.status !== 201)
        throw new Error(`A plain insert was answered ${answer.status}: ${answer.body}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: lanes }, worker));
  return performance.now() - startedAt;
}

/** Measures T8 against the real backend, with everything of the large seed on the device. */
export async function measureReplay(): Promise<ReplayFigures> {
  const gateway = await startGateway({ size: 'large' });
  try {
    const client = await gateway.signedIn('admin');
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    const userId = me.payload.user.id;
    const plain = wireHttp(client);
    let http = plain;
    let askedAt = 0;
    const watched: Ports['http'] = {
      send: (request, cancel) => {
        askedAt = performance.now();
        return http.send(request, cancel);
      },
    };
    const device = openWireDevice(watched, userId, gateway.url);
    try {
      await device.engine.start();
      // A pull beside it would be measured with the replay.
      await until(async () => (await leftToPull(device.cache)).length === 0, 250);
      await until(async () => performance.now() - askedAt > CALM_MS, 250);
      http = slow(plain);
      const places = await placesOf(device);
      const rawFourMs = await drainRaw(client, userId, places, LANES);
      const rawOneMs = await drainRaw(client, userId, places.slice(0, 1), 1);
      const fourLanesMs = await drain(device, places);
      const oneLaneMs = await drain(device, places.slice(0, 1));
      const incidents = await device.cache.count('incidents');
      return { incidents, ops: OPS, rttMs: RTT_MS, fourLanesMs, oneLaneMs, rawFourMs, rawOneMs };
    } finally {
      await device.engine.stop();
    }
  } finally {
    await gateway.stop();
  }
}
