import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { GatewayEnv } from './context.ts';

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** Serves the gateway on the loopback interface; port 0 or none takes a free one. */
export async function serveGateway(app: Hono<GatewayEnv>, port = 0): Promise<Served> {
  const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' });
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use; choose another or stop what listens there`)
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', listening);
  });
  const { port: bound } = server.address() as AddressInfo; // a TCP server that listens has this shape
  return {
    url: `http://127.0.0.1:${bound}`,
    stop: () =>
      new Promise((stopped, failed) => {
        server.close((error) => (error === undefined ? stopped() : failed(error)));
        // Browsers keep connections open for minutes.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
