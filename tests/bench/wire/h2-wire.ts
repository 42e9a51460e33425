import { gzipSync } from 'node:zlib';
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net';
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { HttpRequest, HttpResponse, Ports } from '#sync/ports.ts';

/** What Chrome sends with every request of a worker; HPACK sends each of these lines once a connection. */
const BROWSER_HEADERS = {
  'sec-ch-ua-platform': '"Linux"',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="141", "Not?A_Brand";v="8"',
  'sec-ch-ua-mobile': '?0',
  pragma: 'no-cache',
  'cache-control': 'no-cache',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  priority: 'u=1, i',
};
/** Lines that belong to one HTTP/1.1 connection and are no part of an answer. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

/** One request and what its answer weighed: the bytes of the h2 connection in both directions, and the body alone. */
export interface Weighed {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  readonly bodyBytes: number;
  /** The body of the answer as a server that compresses would send it. */
  readonly gzipBytes: number;
}

/** A real HTTP/2 connection to the gateway whose bytes are counted. */
export interface H2Wire {
  readonly seen: Weighed[];
  readonly http: Ports['http'];
  /** Requests that have not been answered. */
  open(): number;
  stop(): Promise<void>;
}

async function forward(target: string, req: Http2ServerRequest, res: Http2ServerResponse): Promise<void> {
  const sent = Object.entries(req.headers).filter(
    ([name]) => !name.startsWith(':') && name !== 'accept-encoding',
  );
  const parts: Buffer[] = [];
  // Node types a request as AsyncIterable<any>; a body without encoding arrives as Buffers.
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  const answer = await fetch(target + req.url, {
    method: req.method,
    redirect: 'manual',
    headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
    ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const head = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name));
  res.writeHead(answer.status, { ...Object.fromEntries(head), 'content-length': String(body.length) });
  res.end(body);
}

function listen(server: Http2Server): Promise<number> {
  return new Promise((resolve) => {
    // `address()` is an AddressInfo once a TCP server listens.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function ask(
  session: ClientHttp2Session,
  request: HttpRequest,
  cookie: string,
): Promise<HttpResponse & { readonly bodyBytes: number }> {
  return new Promise((resolve, reject) => {
    const path = `/api${request.path}`;
    const stream = session.request({
      ':method': request.method,
      ':path': path,
      ...BROWSER_HEADERS,
      ...request.headers,
      referer: 'http://127.0.0.1/sync.worker.js',
      cookie,
    });
    const parts: Buffer[] = [];
    let head: Record<string, string> = {};
    let status = 0;
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
      head = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    });
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', reject);
    stream.on('end', () => {
      const body = Buffer.concat(parts);
      const sentBytes = request.body === undefined ? 0 : Buffer.byteLength(request.body);
      const bodyBytes = body.length + sentBytes;
      resolve({ status, headers: head, body: body.toString('utf8'), redirected: false, bodyBytes });
    });
    stream.end(request.body);
  });
}

/**
 * Opens an HTTP/2 connection in front of the gateway. What is counted is what the socket carried: frames, header blocks
 * as HPACK packs them on both sides (nghttp2, which like Chrome never keeps a path in its table), bodies, window updates;
 * not TLS and TCP. One request at a time, so that every byte has its request.
 */
export async function openH2Wire(target: string, cookie: string): Promise<H2Wire> {
  const server = createServer((req, res) => {
    forward(target, req, res).catch(() => res.stream.close());
  });
  const port = await listen(server);
  const sockets: Socket[] = [];
  const session = connect(`http://127.0.0.1:${port}`, {
    createConnection: (url) => {
      const socket = connectSocket(Number(url.port), '127.0.0.1');
      sockets.push(socket);
      return socket;
    },
  });
  const carried = (): number => sockets.reduce((sum, each) => sum + each.bytesRead + each.bytesWritten, 0);
  const seen: Weighed[] = [];
  let isOpen = 0;
  let last: Promise<unknown> = Promise.resolve();
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const before = carried();
    const { bodyBytes, ...answer } = await ask(session, request, cookie);
    const gzipBytes = gzipSync(answer.body).length;
    const { method, path } = request;
    seen.push({ method, path, status: answer.status, bytes: carried() - before, bodyBytes, gzipBytes });
    return answer;
  };
  return {
    seen,
    open: () => isOpen,
    http: {
      send: (request) => {
        isOpen += 1;
        const answer = last.then(() => send(request)).finally(() => (isOpen -= 1));
        last = answer.catch(() => undefined);
        return answer;
      },
    },
    stop: () =>
      new Promise((resolve) => {
        session.destroy();
        server.close(() => resolve());
      }),
  };
}
