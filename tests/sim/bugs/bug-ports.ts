import type { CacheStore, Http, HttpRequest, HttpResponse, JournalStore, Ports } from '#sync/ports.ts';

/** Ports whose requests are changed on their way out. */
export function withRequests(ports: Ports, change: (request: HttpRequest) => HttpRequest): Ports {
  return withHttp(ports, { send: (request, cancel) => ports.http.send(change(request), cancel) });
}

/** Ports whose answers are changed on their way in. */
export function withAnswers(
  ports: Ports,
  change: (request: HttpRequest, response: HttpResponse) => HttpResponse | Promise<HttpResponse>,
): Ports {
  return withHttp(ports, {
    send: async (request, cancel) => change(request, await ports.http.send(request, cancel)),
  });
}

/** Ports with another wire. */
export function withHttp(ports: Ports, http: Http): Ports {
  return { ...ports, http };
}

/** Ports with some calls of the journal replaced. */
export function withJournal(ports: Ports, journal: Partial<JournalStore>): Ports {
  return { ...ports, journal: { ...ports.journal, ...journal } };
}

/** Ports with some calls of the cache replaced. */
export function withCache(ports: Ports, cache: Partial<CacheStore>): Ports {
  return { ...ports, cache: { ...ports.cache, ...cache } };
}

/** Headers of an answer with rows. */
export const jsonHeaders = {
  'content-type': 'application/json',
  'preference-applied': 'return=representation',
};

/** The answer of whoami as the owner of the data would get it. */
export async function ownSession(ports: Ports, response: HttpResponse): Promise<HttpResponse> {
  const { identity } = await ports.journal.meta();
  const body = JSON.stringify({ message: 'success', payload: { user: { id: identity.userId } } });
  return { ...response, status: 200, headers: { ...response.headers, ...jsonHeaders }, body };
}
