import type { HttpRequest } from '#sync/ports.ts';
import { withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** An update of the table is guarded without the column that people set. */
function unguarded(table: string, column: string): SeededBug['sabotage'] {
  const isOf = ({ path, method }: HttpRequest): boolean =>
    method === 'PATCH' && path.startsWith(`/db/${table}?`);
  const filter = new RegExp(`&${column}=[^&]*`, 'u');
  return {
    isOfStamps: true,
    ports: (ports) =>
      withRequests(ports, (request) =>
        isOf(request) ? { ...request, path: request.path.replace(filter, '') } : request,
      ),
  };
}

/** Bugs in writes of rows whose stamp says little. */
export const stampBugs: readonly SeededBug[] = [
  {
    name: 'a stamp that stands still is all that a change is held against',
    sabotage: unguarded('canaries', 'name'),
  },
  {
    name: 'a change is held against nothing where the stamp moves by itself',
    sabotage: unguarded('notifications', 'title'),
  },
];
