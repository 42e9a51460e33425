import type { Http, HttpRequest, HttpResponse, JournalStore, Ports } from '#sync/ports.ts';
import type { coreTables } from '#sync/protocol/tables.ts';
import type { Sabotage } from './world.ts';

/** A bug planted into what the engine stands on; the simulation must notice it (sync.md 3c, meta-tests). */
export interface SeededBug {
  readonly name: string;
  readonly sabotage: Sabotage;
}

type Specs = typeof coreTables;

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

const jsonHeaders = { 'content-type': 'application/json', 'preference-applied': 'return=representation' };

/** The answer of whoami as the owner of the data would get it. */
async function ownSession(ports: Ports, response: HttpResponse): Promise<HttpResponse> {
  const { identity } = await ports.journal.meta();
  const body = JSON.stringify({ message: 'success', payload: { user: { id: identity.userId } } });
  return { ...response, status: 200, headers: { ...response.headers, ...jsonHeaders }, body };
}

/**
 * The bugs. Two more were tried and are healed before anything breaks: rows stored after their cursor (the sweep finds
 * them) and a 401 taken for a 403 (whoami is asked before a refusal is believed).
 * Each must be caught within 1,000 seeds; most are within a handful.
 */
export const seededBugs: readonly SeededBug[] = [
  { name: 'cursors without overlap miss late commits', sabotage: { tables: withoutOverlap } },
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
    name: 'an insert without an answer counts as done',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        http: {
          send: (request, cancel) =>
            ports.http.send(request, cancel).catch((thrown: unknown) => {
              if (request.method !== 'POST') throw thrown;
              return {
                status: 201,
                headers: jsonHeaders,
                body: `[${request.body ?? ''}]`,
                redirected: false,
              };
            }),
        },
      }),
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
            const preview = decide(await ports.journal.read(scope), await ports.journal.meta());
            const isAppend =
              preview.put?.some((op) => op.state === 'queued' && op.firstSentAt === null) ?? false;
            if (!isAppend) return ports.journal.mutate(scope, decide);
            ports.timers.set(() => {
              ports.journal.mutate(scope, decide).catch(() => ports.log.event('error', 'sabotage'));
            }, 2000);
            return preview.result;
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
            const isAnswer = request.path === '/auth/whoami' && response.status === 200;
            return isAnswer ? ownSession(ports, response) : response;
          },
        },
      }),
    },
  },
];
