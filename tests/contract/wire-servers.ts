import type { Wire } from '#tests/backend/migrate.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** What one of the servers said. */
export interface Answer {
  status: number;
  rows: Record<string, unknown>[];
  code: unknown;
  message: unknown;
}

const servers = new Map<Wire, { gateway: Gateway; admin: Client }>();

/** Starts both, with the demo's data. */
export async function startServers(): Promise<void> {
  for (const wire of ['2024', '2026'] as const) {
    const gateway = await startGateway({ size: 'demo', wire });
    servers.set(wire, { gateway, admin: await gateway.signedIn('admin') });
  }
}

/** Stops both. */
export async function stopServers(): Promise<void> {
  await Promise.all([...servers.values()].map(({ gateway }) => gateway.stop()));
}

/** One of the servers and its admin. */
export const serverOf = (wire: Wire): { gateway: Gateway; admin: Client } => {
  const server = servers.get(wire);
  if (server === undefined) throw new Error(`no server of ${wire}`);
  return server;
};

/** Asks PostgREST through the gateway, as the admin. */
export async function ask(wire: Wire, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await serverOf(wire).admin.send(`/api/db/${path}`, init);
  const text = await answer.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const said = (Array.isArray(body) || body === undefined ? {} : body) as Record<string, unknown>; // PostgREST's errors are objects
  return {
    status: answer.status,
    rows: (Array.isArray(body) ? body : []) as Record<string, unknown>[], // rows of PostgREST are objects
    code: said['code'],
    message: said['message'],
  };
}

/** Writes through the gateway. */
export const write = (
  wire: Wire,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  prefer = 'return=representation',
): Promise<Answer> =>
  ask(wire, path, {
    method,
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  });

/** Asks the database past the gateway. */
export const sql = async (wire: Wire, text: string): Promise<Record<string, unknown>[]> =>
  (await serverOf(wire).gateway.pool.query<Record<string, unknown>>(text)).rows;

/** The person the writes are made as. */
export const adminId = async (wire: Wire): Promise<string> =>
  String((await ask(wire, 'people?select=id&email=eq.admin@holdfast.local')).rows[0]?.['id']);
