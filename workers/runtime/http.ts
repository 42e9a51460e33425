import { SyncError } from '#sync/errors.ts';
import type { CancelSignal, Http, HttpRequest, HttpResponse, Timers } from '#sync/ports.ts';

/** What the HTTP port needs; `fetch` is passed in so that it can be tested without a network. */
export interface HttpHost {
  /** API base path, e.g. `/api`. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

function headersOf(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Why a request was given up by us; undefined while it was not. */
type GivenUp = 'timeout' | 'cancelled' | undefined;

function failureOf(givenUp: GivenUp, request: HttpRequest, thrown: unknown): SyncError {
  const what = `${request.method} ${request.path.split('?')[0]}`;
  if (givenUp === 'cancelled') return new SyncError({ kind: 'cancelled', message: `${what} was cancelled` });
  if (givenUp === 'timeout') {
    return new SyncError({
      kind: 'timeout',
      message: `${what} took longer than ${request.timeoutMs} ms`,
      afterMs: request.timeoutMs,
    });
  }
  // Everything else fetch rejects with is the network: refused, reset, cut off, blocked, no DNS, bad certificate.
  return new SyncError({ kind: 'offline', message: `${what} got no answer` }, { cause: thrown });
}

async function readAll(response: Response): Promise<HttpResponse> {
  return {
    status: response.status,
    headers: headersOf(response.headers),
    body: await response.text(),
    redirected: response.redirected || response.type === 'opaqueredirect',
  };
}

/**
 * Network over `fetch`: same-origin cookies, redirects never followed, no HTTP cache (D7). The timeout covers the
 * body as well, so a connection that drips or hangs after the headers ends like one that never answered.
 */
export function createHttp({ base, fetch: send, timers }: HttpHost): Http {
  return {
    send: async (request: HttpRequest, cancel?: CancelSignal): Promise<HttpResponse> => {
      const controller = new AbortController();
      let givenUp: GivenUp;
      const giveUp = (why: 'timeout' | 'cancelled') => (): void => {
        givenUp ??= why;
        controller.abort();
      };
      const handleCancel = giveUp('cancelled');
      if (cancel?.aborted === true) throw failureOf('cancelled', request, undefined);
      cancel?.addEventListener('abort', handleCancel);
      const stopTimer = timers.set(giveUp('timeout'), request.timeoutMs);
      try {
        const response = await send(base + request.path, {
          method: request.method,
          headers: { ...request.headers },
          body: request.body ?? null,
          credentials: 'same-origin',
          redirect: 'manual',
          cache: 'no-store',
          signal: controller.signal,
        });
        return await readAll(response);
      } catch (thrown) {
        throw failureOf(givenUp, request, thrown);
      } finally {
        stopTimer();
        cancel?.removeEventListener('abort', handleCancel);
      }
    },
  };
}
