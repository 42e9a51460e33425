import type { HttpRequest } from '#sync/ports.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { withJournal, withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

const isLookForRuns = ({ path }: HttpRequest): boolean =>
  path.startsWith('/db/playbook_runs?') && path.includes('playbook_id=eq.');

/** What came of it is not known, and it is a draft again. */
const asDraft = (effect: Effect): Effect =>
  effect.state === 'unknown' ? { ...effect, state: 'prepared', endedAt: null } : effect;

/** Bugs in how a run without an answer is looked up. */
export const runBugs: readonly SeededBug[] = [
  {
    name: 'nobody sees which runs were there before one is sent',
    sabotage: {
      isOfRuns: true,
      ports: (ports) =>
        withRequests(ports, (request) =>
          isLookForRuns(request) && !request.path.includes('=lte.')
            ? { ...request, path: request.path.replace('playbook_id=eq.', 'playbook_id=neq.') }
            : request,
        ),
    },
  },
  {
    name: 'the run of another person is taken for one’s own',
    sabotage: {
      isOfRuns: true,
      ports: (ports) =>
        withRequests(ports, (request) =>
          isLookForRuns(request)
            ? { ...request, path: request.path.replace(/&created_by=[^&]*/u, '') }
            : request,
        ),
    },
  },
  {
    name: 'a run without an answer may be sent again',
    sabotage: {
      isOfRuns: true,
      ports: (ports) =>
        withJournal(ports, {
          effects: async () => (await ports.journal.effects()).map(asDraft),
          mutateEffects: (decide) => ports.journal.mutateEffects((effects) => decide(effects.map(asDraft))),
        }),
    },
  },
];
