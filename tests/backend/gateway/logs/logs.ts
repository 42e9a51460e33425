import type { Hono } from 'hono';
import { stream } from 'hono/streaming';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import { readBody, Refusal } from '../catalog/questions.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { parseDatemath } from '../datemath.ts';
import { isAllowed } from '../roles.ts';
import { logLines, type LogLine } from './log-lines.ts';
import { logSourcesOf } from './log-source.ts';

const text = v.exactOptional(v.string());
const querySchema = v.object({
  id: text,
  name: text,
  query: text,
  start: text,
  end: text,
  limit: v.exactOptional(v.number()),
});

/** What a hub does that is not told otherwise. */
const DEFAULT_START = '1h';
const DEFAULT_LIMIT = 50;
const CHUNK_LINES = 500;

/**
 * `POST /logs` (server.md): lines of a component by one of its selectors, newest first. The server passes the answer of
 * its log hub on; here the lines are made (log-lines.ts) and streamed, so that an answer may have any number of them.
 */
export function addLogs(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/logs', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'logging_backends', 'read')) return accessDenied(c);
    try {
      const asked = await readBody(c, querySchema);
      const found = await linesOf(gateway, asked);
      if (found.kind === 'none')
        return c.json(notFound(gateway, asked.name ?? '', found.names), found.status);
      c.header('content-type', 'application/json');
      return stream(c, async (out) => {
        // The number stands behind the lines, because it is known only then.
        await out.write('{"results":[');
        let total = 0;
        let chunk: string[] = [];
        const send = async (): Promise<void> => {
          await out.write(chunk.join(''));
          chunk = [];
        };
        for (const line of found.lines) {
          chunk.push(`${total === 0 ? '' : ','}${JSON.stringify(line)}`);
          total += 1;
          if (chunk.length === CHUNK_LINES) await send();
          if (out.aborted) return;
        }
        await send();
        await out.write(`],"total":${total}}`);
      });
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return c.json({ error: 'bad request', message: thrown.message }, 400);
    }
  });
}

type Found =
  { kind: 'lines'; lines: Iterable<LogLine> } | { kind: 'none'; names: readonly string[]; status: 400 | 404 };

async function linesOf(gateway: Gateway, asked: v.InferOutput<typeof querySchema>): Promise<Found> {
  if (asked.id === undefined || asked.id === '') throw new Refusal('Component ID is required');
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.id)) throw new Refusal('id must be an id');
  const sources = await logSourcesOf(gateway, asked.id);
  if (sources === undefined) throw new Refusal(`component(id=${asked.id}) not found`);
  const wanted =
    asked.name === undefined || asked.name === ''
      ? sources[0]
      : sources.find(({ name }) => name === asked.name);
  if (wanted === undefined) {
    return {
      kind: 'none',
      names: sources.map(({ name }) => name),
      status: gateway.wire === '2026' ? 404 : 400,
    };
  }
  const nowMs = gateway.clock();
  const toMs = momentOf('end', asked.end, nowMs) ?? nowMs;
  const fromMs = momentOf('start', asked.start ?? DEFAULT_START, nowMs) ?? 0;
  const limit = Math.max(1, Math.trunc(asked.limit ?? DEFAULT_LIMIT));
  return { kind: 'lines', lines: matching(logLines(wanted.source, fromMs, toMs), asked.query ?? '', limit) };
}

function* matching(lines: Iterable<LogLine>, query: string, limit: number): Generator<LogLine> {
  const wanted = query.toLowerCase();
  let count = 0;
  for (const line of lines) {
    if (count === limit) return;
    if (!line.message.toLowerCase().includes(wanted)) continue;
    count += 1;
    yield line;
  }
}

/** A moment, or how long ago it was (`15m`, `2d`, `1mo`), in milliseconds. Throws a Refusal. */
export function momentOf(name: string, given: string | undefined, nowMs: number): number | undefined {
  if (given === undefined || given === '') return undefined;
  const isDuration = /^\d+[a-z]+$/u.test(given);
  const moment = parseDatemath(isDuration ? `now-${given.replace('mo', 'M')}` : given, nowMs);
  if (moment === undefined) throw new Refusal(`${name}=${given} is no moment and no duration`);
  return moment.getTime();
}

/** The words of the two servers for a selector that the component does not have. */
function notFound({ wire }: Gateway, name: string, names: readonly string[]): object {
  const sentence = `og selector with the name '${name}' was not found. Available names: [${names.join(', ')}]`;
  return wire === '2026'
    ? { error: `l${sentence}` }
    : { error: 'Log selector was not found', message: `L${sentence}` };
}
