import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRequest, Timers } from '#sync/ports.ts';
import { createHttp } from './http.ts';
import { deviceTimers } from './timers.ts';

let server: Server | undefined;

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const started = createServer(handle);
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/api`; // a TCP server has a port
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
  server = undefined;
});

const get = (path: string, over: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: { Accept: 'application/json' },
  timeoutMs: 5_000,
  ...over,
});

/** Timers that fire when told to. */
function manualTimers(): Timers & { fire: () => void } {
  const due = new Set<() => void>();
  return {
    set: (run) => {
      due.add(run);
      return () => due.delete(run);
    },
    fire: () => {
      for (const run of due) run();
    },
  };
}

describe('http', () => {
  it('resolves with any answer, header names in lower case', async () => {
    const seen: string[] = [];
    const base = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(409, { 'X-Mixed-Case': 'Yes', 'Content-Type': 'application/json' });
      request.pipe(response);
    });
    const http = createHttp({ base, fetch, timers: deviceTimers });
    const answer = await http.send(get('/db/comments?select=id', { method: 'POST', body: '[1]' }));
    expect(seen).toEqual(['POST /api/db/comments?select=id']);
    expect(answer).toMatchObject({ status: 409, body: '[1]', redirected: false });
    expect(answer.headers).toMatchObject({ 'x-mixed-case': 'Yes', 'content-type': 'application/json' });
  });

  it('[D7] asks for cookies of this origin, no redirects and no cache', async () => {
    const inits: (RequestInit | undefined)[] = [];
    const spy: typeof fetch = async (_url, init) => {
      inits.push(init);
      return new Response('[]');
    };
    await createHttp({ base: '/api', fetch: spy, timers: deviceTimers }).send(get('/db/people'));
    expect(inits[0]).toMatchObject({
      credentials: 'same-origin',
      redirect: 'manual',
      cache: 'no-store',
      body: null,
    });
  });

  it('a redirect is reported, never followed', async () => {
    let requests = 0;
    const base = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { Location: '/login' }).end();
    });
    const answer = await createHttp({ base, fetch, timers: deviceTimers }).send(get('/db/people'));
    expect(requests).toBe(1);
    // Node shows the redirect itself where a browser shows an opaque answer; both say that it was one.
    expect(answer.redirected || answer.status === 302).toBe(true);
  });

  it('an opaque redirect of the browser counts as redirected', async () => {
    const opaque = new Response(null, { status: 200 });
    Object.defineProperty(opaque, 'type', { value: 'opaqueredirect' });
    const http = createHttp({ base: '', fetch: async () => opaque, timers: deviceTimers });
    expect(await http.send(get('/x'))).toMatchObject({ redirected: true });
  });

  it('[D7] no answer and a cut-off answer are offline', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/api/refuse') request.socket.destroy();
      else {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('[{"id":', () => request.socket.destroy());
      }
    });
    const http = createHttp({ base, fetch, timers: deviceTimers });
    for (const path of ['/refuse', '/cut']) {
      await expect(http.send(get(path))).rejects.toMatchObject({ info: { kind: 'offline' } });
    }
  });

  it('the timeout covers the body and says after how long', async () => {
    const timers = manualTimers();
    const base = await serve((_request, response) => {
      response.writeHead(200);
      response.write('[', () => timers.fire());
    });
    const http = createHttp({ base, fetch, timers });
    await expect(http.send(get('/drip', { timeoutMs: 20_000 }))).rejects.toMatchObject({
      info: { kind: 'timeout', afterMs: 20_000 },
    });
  });

  it('a cancelled request rejects as cancelled, also before it starts', async () => {
    const cancel = new AbortController();
    const base = await serve(() => cancel.abort());
    const http = createHttp({ base, fetch, timers: deviceTimers });
    const kind = { info: { kind: 'cancelled' } };
    await expect(http.send(get('/slow'), cancel.signal)).rejects.toMatchObject(kind);
    await expect(http.send(get('/slow'), cancel.signal)).rejects.toMatchObject(kind);
  });

  it('leaves no timer behind', async () => {
    let open = 0;
    const timers: Timers = {
      set: () => {
        open += 1;
        return () => {
          open -= 1;
        };
      },
    };
    const base = await serve((_request, response) => response.end('[]'));
    await createHttp({ base, fetch, timers }).send(get('/x'));
    expect(open).toBe(0);
  });
});
