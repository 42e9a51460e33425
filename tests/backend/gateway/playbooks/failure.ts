import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { GatewayEnv } from '../context.ts';

/** An error as the calls about runs tell it: more than the reason. */
export const failure = (c: Context<GatewayEnv>, status: 400 | 403 | 404 | 500, error: string): Response =>
  c.json(
    {
      error,
      time: new Date().toISOString(),
      trace: randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase(),
      stacktrace: error,
    },
    status,
  );
