import type { HttpRequest } from '#sync/ports.ts';
import { withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

const isTo = ({ path }: HttpRequest, table: string): boolean => path.startsWith(`/db/${table}?`);

function changed(
  table: string,
  method: string,
  change: (request: HttpRequest) => HttpRequest,
): SeededBug['sabotage'] {
  return {
    isOfRows: true,
    ports: (ports) =>
      withRequests(ports, (request) =>
        isTo(request, table) && request.method === method ? change(request) : request,
      ),
  };
}

/** A definition as a form shows it, written in place of the one that is there. */
function withoutPassword(request: HttpRequest): HttpRequest {
  const body = request.body?.replaceAll(/"password":"[^"]*"/gu, '"password":"[not kept]"');
  return { ...request, body };
}

/** Bugs in writes of rows that only their table describes. */
export const rowBugs: readonly SeededBug[] = [
  {
    name: 'a change of what is not pulled is sent without its guard',
    sabotage: changed('teams', 'PATCH', (request) => ({
      ...request,
      path: request.path.replace(/&updated_at=[^&]*/u, ''),
    })),
  },
  {
    name: 'a definition is written as its form showed it, without its secrets',
    sabotage: changed('teams', 'PATCH', withoutPassword),
  },
  {
    name: 'what others wrote in a definition beside the change goes',
    sabotage: changed('teams', 'PATCH', (request) => ({
      ...request,
      body: request.body?.replace(/"(?:note|other)":"theirs[^"]*",?/u, ''),
    })),
  },
  {
    name: 'a password that a person typed waits in the journal',
    sabotage: {
      isOfRows: true,
      tables: (specs) => ({
        ...specs,
        teams: { ...specs.teams, columns: [...specs.teams.columns, 'spec'] },
      }),
    },
  },
  {
    name: 'what a person left empty is left to the server',
    sabotage: {
      isOfRows: true,
      tables: (specs) => ({
        ...specs,
        teams: { ...specs.teams, write: { ...specs.teams.write, nulls: [] } },
      }),
    },
  },
  {
    name: 'a member is taken by the person alone',
    sabotage: changed('team_members', 'DELETE', (request) => ({
      ...request,
      path: request.path.replace(/team_id=[^&]*&/u, ''),
    })),
  },
  {
    name: 'a team comes back as this device saw it',
    sabotage: changed('teams', 'PATCH', (request) =>
      request.body === '{"deleted_at":null}'
        ? { ...request, body: '{"deleted_at":null,"name":"as it was"}' }
        : request,
    ),
  },
  {
    name: 'a change is held against the row of this moment, and not against what the form showed',
    sabotage: { isOfRows: true, isForgetful: true },
  },
];
