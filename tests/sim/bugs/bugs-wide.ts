import type { Effect } from '#sync/protocol/effect.ts';
import type { HttpRequest, HttpResponse, Ports } from '#sync/ports.ts';
import { withHttp, withJournal } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** Long after every expiry. */
const never = 8_640_000_000_000_000;

function unending(effect: Effect): Effect {
  return { ...effect, createdAt: 0, expiresAt: never };
}

/** The marker of a command is known to its tab alone: nothing of it is left when that tab dies. */
function markInMemory(ports: Ports): Ports {
  const marked = new Map<string, Effect>();
  const asKnown = (effects: readonly Effect[]): readonly Effect[] =>
    effects.map((effect) => marked.get(effect.id) ?? effect);
  return withJournal(ports, {
    effects: async () => asKnown(await ports.journal.effects()),
    mutateEffects: (decide) =>
      ports.journal.mutateEffects((effects) => {
        const write = decide(asKnown(effects));
        for (const effect of write.put ?? []) {
          if (effect.state === 'sending') marked.set(effect.id, effect);
          else marked.delete(effect.id);
        }
        for (const id of write.remove ?? []) marked.delete(id);
        return { ...write, put: write.put?.filter(({ state }) => state !== 'sending') };
      }),
  });
}

const isFill = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /order=(?:created_at|time)\.desc/u.test(path) && !path.includes('/db/incidents');

/** A filling ends at the first empty page: asking again gets that page again, and nothing was ever counted. */
function endAtEmptyPage(ports: Ports): Ports {
  const empty = new Map<string, HttpResponse>();
  return withHttp(ports, {
    send: async (request, cancel) => {
      if (!isFill(request)) return ports.http.send(request, cancel);
      const again = empty.get(request.path);
      if (again !== undefined) {
        empty.delete(request.path);
        return { ...again, headers: { ...again.headers, 'content-range': '*/0' } };
      }
      const response = await ports.http.send(request, cancel);
      if (response.status !== 200 && response.status !== 206) return response;
      if (response.body === '[]') empty.set(request.path, response);
      const range = response.headers['content-range']?.replace(/\/.*$/u, '/*') ?? '*/*';
      return { ...response, headers: { ...response.headers, 'content-range': range } };
    },
  });
}

/** Bugs in what only some worlds have: packed collections, commands, sign-outs, other versions of the app. */
export const wideBugs: readonly SeededBug[] = [
  {
    name: 'what is gone stays in the packed collections',
    sabotage: {
      isWide: true,
      ports: (ports) => ({
        ...ports,
        packed: {
          ...ports.packed,
          apply: (write, epoch) => ports.packed.apply({ ...write, remove: [] }, epoch),
        },
      }),
    },
  },
  {
    name: 'the cursor of a packed collection moves without its rows',
    sabotage: {
      isWide: true,
      ports: (ports) => ({
        ...ports,
        packed: {
          ...ports.packed,
          apply: (write, epoch) =>
            ports.packed.apply(ports.rng.next() < 0.3 ? { ...write, put: [] } : write, epoch),
        },
      }),
    },
  },
  {
    name: 'an empty page ends the filling of a window',
    sabotage: { isWide: true, isLiedTo: true, ports: endAtEmptyPage },
  },
  {
    name: 'a command leaves without a marker',
    sabotage: { ports: markInMemory },
  },
  {
    name: 'commands never grow old',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        journal: {
          ...ports.journal,
          mutateEffects: (decide) =>
            ports.journal.mutateEffects((effects) => decide(effects.map((effect) => unending(effect)))),
        },
      }),
    },
  },
  {
    name: 'a version rewrites what it cannot read',
    sabotage: { isCareless: true },
  },
  {
    name: 'a copy that was signed out goes on leading',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        locks: {
          ...ports.locks,
          request: (name, hold, cancel) =>
            ports.locks.request(
              name,
              () => {
                hold().catch(() => ports.log.event('error', 'sabotage'));
                return new Promise(() => undefined);
              },
              cancel,
            ),
        },
      }),
    },
  },
];
