import { SESSION_LOCK } from '#sync/protocol/session-lock.ts';
import type { Ports } from '#sync/ports.ts';
import { ownSession, withHttp, withJournal } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** Nobody who writes has the session's lock. */
function withoutLock(ports: Ports): Ports {
  const { locks } = ports;
  return {
    ...ports,
    locks: {
      ...locks,
      share: (name, hold, cancel) => (name === SESSION_LOCK ? hold() : locks.share(name, hold, cancel)),
    },
  };
}

/** The first look after a write names the owner, whoever is signed in. */
function blindAfterWrite(ports: Ports): Ports {
  let hasWritten = false;
  return withHttp(ports, {
    send: async (request, cancel) => {
      if (request.method !== 'GET') hasWritten = true;
      const response = await ports.http.send(request, cancel);
      if (request.path !== '/auth/whoami' || !hasWritten || response.status !== 200) return response;
      hasWritten = false;
      return ownSession(ports, response);
    },
  });
}

/** What was sent under another account is found and not told. */
function silent(ports: Ports): Ports {
  return withJournal(ports, {
    mutate: (scope, decide) =>
      ports.journal.mutate(scope, (ops, meta) => {
        const write = decide(ops, meta);
        return { ...write, notices: write.notices?.filter(({ kind }) => kind !== 'foreign') };
      }),
  });
}

/** Bugs in whose session it is (AUT7, AUT8). */
export const swapBugs: readonly SeededBug[] = [
  {
    name: 'what is written does not share the lock of the session',
    sabotage: { isSwapped: true, ports: withoutLock },
  },
  { name: 'the look after a burst is not made', sabotage: { isSwapped: true, ports: blindAfterWrite } },
  { name: 'what was sent under another account is not told', sabotage: { isSwapped: true, ports: silent } },
];
