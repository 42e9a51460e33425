import type { HttpRequest } from '#sync/ports.ts';
import type { Op } from '#sync/protocol/op.ts';
import { withAnswers, withJournal, withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

const isLink = ({ path }: HttpRequest): boolean => path.startsWith('/db/config_component_relationships?');

/** The deletion takes whatever link stands there by then. */
const withoutGuard = (op: Op): Op =>
  op.kind === 'delete' && op.tbl === 'config_component_relationships' ? { ...op, guard: null } : op;

/** Bugs in writes of rows that others may have made under the same key. */
export const linkBugs: readonly SeededBug[] = [
  {
    name: 'a link that was deleted softly counts as made',
    sabotage: {
      isLinked: true,
      ports: (ports) =>
        withAnswers(ports, (request, response) => {
          const isLook = request.method === 'GET' && isLink(request) && request.path.endsWith('limit=1');
          if (!isLook) return response;
          return {
            ...response,
            body: response.body.replaceAll(/"deleted_at":"[^"]*"/gu, '"deleted_at":null'),
          };
        }),
    },
  },
  {
    name: 'links of the server are deleted with those made by hand',
    sabotage: {
      isLinked: true,
      ports: (ports) =>
        withRequests(ports, (request) =>
          request.method === 'DELETE' && isLink(request)
            ? { ...request, path: request.path.replace('&selector_id=eq.manual', '') }
            : request,
        ),
    },
  },
  {
    name: 'a link is deleted by its key alone',
    sabotage: {
      isLinked: true,
      ports: (ports) =>
        withJournal(ports, {
          mutate: (scope, decide) =>
            ports.journal.mutate(scope, (ops, meta) => {
              const write = decide(ops, meta);
              return { ...write, put: write.put?.map(withoutGuard) };
            }),
        }),
    },
  },
];
