import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What happens to a request that a rule matches. */
export type Fault =
  /** Never answered; the socket stays open until the rule is lifted or the client gives up. */
  | { readonly do: 'stall' }
  /** The connection is cut before the server sees the request. */
  | { readonly do: 'cut' }
  /** The server handles the request, then the connection is cut: a lost acknowledgement. */
  | { readonly do: 'lose-reply' }
  /** The server handles the request; its answer never comes and the socket stays open. */
  | { readonly do: 'withhold-reply' }
  /** The server gets the request twice; the second answer is delivered. */
  | { readonly do: 'duplicate' }
  /** Answered here, the server never sees it. */
  | { readonly do: 'lie'; readonly status: number; readonly contentType: string; readonly body: string }
  /** Half of the body, then the connection is cut. */
  | { readonly do: 'truncate' }
  | { readonly do: 'delay'; readonly ms: number }
  /** A JSON answer arrives as something else. */
  | { readonly do: 'alter'; readonly alter: (path: string, json: unknown) => unknown };

/** A fault with the requests it is for; `times` counts down, absent means for ever. */
export interface FaultRule {
  readonly method?: string | undefined;
  readonly path: RegExp;
  readonly fault: Fault;
  times?: number | undefined;
}

/** One request as the proxy saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Cookies it left with, as one header. */
  readonly cookie: string;
  readonly faulted: Fault['do'] | null;
  /** Bytes on the wire in both directions, heads included, as HTTP/1.1 writes them. */
  bytes: number;
  bodyBytes: number;
}

/** The captive portal's page: 200, HTML, no PostgREST header. */
export const captivePortal: Fault = {
  do: 'lie',
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Free Wi-Fi</title><p>Accept the terms to go online</p>',
};

/** A running proxy. `url` stays the same over `disconnect` and `connect`. */
export interface FaultProxy {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Every answer ends its connection: a browser repeats what is lost on one that it has used before. */
  endConnections(): void;
  add(rule: FaultRule): FaultRule;
  remove(rule: FaultRule): void;
  clear(): void;
  /** Network gone: the port refuses connections and open ones are destroyed. */
  disconnect(): Promise<void>;
  connect(): Promise<void>;
  stop(): Promise<void>;
}

interface ProxyState {
  readonly target: URL;
  readonly rules: FaultRule[];
  readonly seen: SeenRequest[];
  /** Answers that never come, by the rule that holds them. */
  readonly stalled: Map<FaultRule, ServerResponse[]>;
  areConnectionsEnded: boolean;
}

/**
 * Starts a real HTTP server in front of `target` that can stall, cut, lose, duplicate, truncate and lie: at port `at`, or at
 * any that is free.
 */
export async function startFaultProxy(target: string, at = 0): Promise<FaultProxy> {
  const state: ProxyState = {
    target: new URL(target),
    rules: [],
    seen: [],
    stalled: new Map(),
    areConnectionsEnded: false,
  };
  const sockets = new Set<Socket>();
  const server = createServer((req, res) => {
    handle(state, req, res).catch(() => res.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(at);
  // `address()` is an AddressInfo once a TCP server listens.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen: state.seen,
    endConnections: () => {
      state.areConnectionsEnded = true;
    },
    add: (rule) => {
      state.rules.push(rule);
      return rule;
    },
    remove: (rule) => {
      const at = state.rules.indexOf(rule);
      if (at >= 0) state.rules.splice(at, 1);
      // What it has held has no answer to wait for.
      for (const res of state.stalled.get(rule) ?? []) res.destroy();
      state.stalled.delete(rule);
    },
    clear: () => {
      state.rules.length = 0;
    },
    disconnect: close,
    connect: () => listen(port),
    stop: close,
  };
}

function takeRule(state: ProxyState, req: IncomingMessage): FaultRule | undefined {
  const rule = state.rules.find(
    (r) => (r.method === undefined || r.method === req.method) && r.path.test(req.url ?? '') && r.times !== 0,
  );
  if (rule?.times !== undefined) rule.times -= 1;
  return rule;
}

async function handle(state: ProxyState, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (state.areConnectionsEnded) res.setHeader('connection', 'close');
  const chunks: Buffer[] = [];
  // Node types a request as AsyncIterable<any>; a body without encoding arrives as Buffers.
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const rule = takeRule(state, req);
  const fault = rule?.fault;
  const seen: SeenRequest = {
    method: req.method ?? 'GET',
    path: req.url ?? '/',
    body: body.toString('utf8'),
    cookie: req.headers.cookie ?? '',
    faulted: fault?.do ?? null,
    bytes: `${req.method} ${req.url} HTTP/1.1\r\n\r\n`.length + sizeOfHead(req.rawHeaders) + body.length,
    bodyBytes: body.length,
  };
  state.seen.push(seen);
  switch (fault?.do) {
    case 'stall':
      if (rule !== undefined) state.stalled.set(rule, [...(state.stalled.get(rule) ?? []), res]);
      return;
    case 'cut':
      res.destroy();
      return;
    case 'lie':
      res.writeHead(fault.status, { 'content-type': fault.contentType }).end(fault.body);
      return;
    case 'lose-reply':
      await forward(state.target, req, body);
      res.destroy();
      return;
    case 'withhold-reply':
      await forward(state.target, req, body);
      return;
    case 'duplicate':
      await forward(state.target, req, body);
      break;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      break;
    case 'alter':
    case 'truncate':
    case undefined:
      break;
  }
  const answer = altered(fault, req.url ?? '', await forward(state.target, req, body));
  seen.bytes += sizeOfHead(Object.entries(answer.headers).flat(2)) + answer.body.length;
  seen.bodyBytes += answer.body.length;
  if (fault?.do === 'truncate') {
    res.writeHead(answer.status, answer.headers);
    res.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => res.destroy());
    return;
  }
  res.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Text that is no JSON stays as it is: a file, a page, an empty answer. */
function altered(fault: Fault | undefined, path: string, answer: Answer): Answer {
  const type = String(answer.headers['content-type'] ?? '');
  if (fault?.do !== 'alter' || !type.includes('json') || answer.body.length === 0) return answer;
  const json: unknown = JSON.parse(answer.body.toString('utf8'));
  const body = Buffer.from(JSON.stringify(fault.alter(path, json)));
  return { ...answer, headers: { ...answer.headers, 'content-length': String(body.length) }, body };
}

/** Length of header lines: names and values in turn, each pair with `: ` and a line end. */
function sizeOfHead(parts: readonly (string | undefined)[]): number {
  return parts.reduce((sum, part) => sum + (part?.length ?? 0) + 2, 0);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

function forward(target: URL, req: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...req.headers, connection: 'close' };
    const out = httpRequest(
      { host: target.hostname, port: target.port, method: req.method, path: req.url, headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { 'transfer-encoding': _chunked, connection: _connection, ...rest } = answer.headers;
          const bytes = Buffer.concat(chunks);
          const length =
            req.method === 'HEAD' || answer.statusCode === 304
              ? {}
              : { 'content-length': String(bytes.length) };
          resolve({ status: answer.statusCode ?? 502, headers: { ...rest, ...length }, body: bytes });
        });
      },
    );
    out.on('error', reject);
    out.end(body);
  });
}
