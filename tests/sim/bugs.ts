import type { Http, HttpRequest, JournalStore, Ports } from '#sync/ports.ts';
import type { tables } from '#sync/protocol/tables.ts';
import type { Sabotage } from './world.ts';

/** A bug planted into what the engine stands on; the simulation must notice it (sync.md 3c, meta-tests). */
export interface SeededBug {
  readonly name: string;
  readonly sabotage: Sabotage;
}

type Specs = typeof tables;

function withHttp(ports: Ports, change: (request: HttpRequest) => HttpRequest): Ports {
  const http: Http = { send: (request, cancel) => ports.http.send(change(request), cancel) };
  return { ...ports, http };
}

function withJournal(ports: Ports, journal: Partial<JournalStore>): Ports {
  return { ...ports, journal: { ...ports.journal, ...journal } };
}

function withoutOverlap(specs: Specs): Specs {
  const entries = Object.entries(specs).map(([name, spec]) => [
    name,
    spec.feed.kind === 'snapshot' ? spec : { ...spec, feed: { ...spec.feed, overlapMs: 0 } },
  ]);
  // The same keys with the same shape: only the overlap differs.
  return Object.fromEntries(entries) as Specs;
}

const withoutHeader = (name: string, drop: RegExp, request: HttpRequest): HttpRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) =>
      key.toLowerCase() === name ? [key, value.replace(drop, '')] : [key, value],
    ),
  ),
});

/** The bugs. Each must be caught within 1,000 seeds; most are within a handful. */
export const seededBugs: readonly SeededBug[] = [
  { name: 'cursors without overlap miss late commits', sabotage: { tables: withoutOverlap } },
  {
    name: 'the cursor is stored before its rows',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        cache: {
          ...ports.cache,
          mutate: async (refs, epoch, decide) => {
            let isSplit = false;
            await ports.cache.mutate([...refs], epoch, (at) => {
              const { cursor, ...write } = decide(at);
              isSplit = cursor !== undefined && write.putRows !== undefined && write.putRows.length > 0;
              return isSplit ? { cursor, result: undefined } : { result: undefined };
            });
            return ports.cache.mutate(refs, epoch, decide);
          },
        },
      }),
    },
  },
  {
    name: 'a 401 counts as permanent',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        http: {
          send: async (request, cancel) => {
            const response = await ports.http.send(request, cancel);
            return response.status === 401 && request.method !== 'GET'
              ? { ...response, status: 403 }
              : response;
          },
        },
      }),
    },
  },
  {
    name: 'an ambiguous update is sent again without a check',
    sabotage: {
      ports: (ports) =>
        withJournal(ports, {
          mutate: (scope, decide) =>
            ports.journal.mutate(scope, (ops, meta) => {
              const write = decide(ops, meta);
              const put = write.put?.map((op) =>
                op.state === 'ambiguous' && op.kind === 'update' ? { ...op, state: 'queued' as const } : op,
              );
              return { ...write, put };
            }),
        }),
    },
  },
  {
    name: 'inserts are sent without ignore-duplicates',
    sabotage: {
      ports: (ports) =>
        withHttp(ports, (request) =>
          request.method === 'POST'
            ? withoutHeader('prefer', /,?resolution=ignore-duplicates/, request)
            : request,
        ),
    },
  },
  {
    name: 'updates are sent without their guard',
    sabotage: {
      ports: (ports) =>
        withHttp(ports, (request) =>
          request.method === 'PATCH'
            ? { ...request, path: request.path.replace(/&?updated_at=eq\.[^&]*/, '') }
            : request,
        ),
    },
  },
  {
    name: 'save() resolves before the journal has committed',
    sabotage: {
      ports: (ports) =>
        withJournal(ports, {
          mutate: async (scope, decide) => {
            const early: { result?: unknown } = {};
            const committed = ports.journal.mutate(scope, (ops, meta) => decide(ops, meta));
            const ops = await ports.journal.read(scope);
            const preview = decide(ops, await ports.journal.meta());
            early.result = preview.result;
            committed.catch(() => undefined);
            // The result of the preview has the type the caller asked for.
            return early.result as Awaited<typeof committed>;
          },
        }),
    },
  },
  {
    name: 'every tab believes it is the leader',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        locks: { waiting: () => Promise.resolve(0), request: (_name, hold) => hold() },
      }),
    },
  },
  {
    name: 'hard deletes are never looked for',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        http: {
          send: async (request, cancel) => {
            const response = await ports.http.send(request, cancel);
            const isProbe = (request.headers['prefer'] ?? request.headers['Prefer'] ?? '').includes(
              'count=exact',
            );
            if (!isProbe || request.method !== 'GET') return response;
            const held = await ports.cache.count('comments');
            return { ...response, headers: { ...response.headers, 'content-range': `0-0/${held}` } };
          },
        },
      }),
    },
  },
  {
    name: 'the session is believed without asking who it is',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        http: {
          send: async (request, cancel) => {
            const response = await ports.http.send(request, cancel);
            if (request.path !== '/auth/whoami' || response.status !== 200) return response;
            const { identity } = await ports.journal.meta();
            return { ...response, body: JSON.stringify({ payload: { user: { id: identity.userId } } }) };
          },
        },
      }),
    },
  },
];
