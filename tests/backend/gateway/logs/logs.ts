import type { Hono } from 'hono';
import { stream } from 'hono/streaming';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import { readBody, Refusal } from '../catalog/questions.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { parseDatemath } from '../datemath.ts';
import { isAllowed } from '../roles.ts';
import { timedLines, type LogLine, type LogSource } from './log-lines.ts';
import { logSourcesOf } from './log-source.ts';

const text = v.exactOptional(v.string());
const querySchema = v.object({
  id: text,
  name: text,
  query: text,
  start: text,
  end: text,
  limit: v.exactOptional(v.number()),
  /** What an answer named as its next page. */
  page: text,
});

/** What a hub does that is not told otherwise. */
const DEFAULT_START = '1h';
const DEFAULT_LIMIT = 50;
const CHUNK_LINES = 500;
/** A hub looks at so many lines for one page and no more: where few match, a page is short, or empty, and names the next. */
const MOST_LOOKED_AT = 100_000;

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
        let step = found.lines.next();
        for (; step.done !== true; step = found.lines.next()) {
          chunk.push(`${total === 0 ? '' : ','}${JSON.stringify(step.value)}`);
          total += 1;
          if (chunk.length === CHUNK_LINES) await send();
          if (out.aborted) return;
        }
        await send();
        // What is empty is left out (server.md).
        const next = step.value === null ? '' : `,"nextPage":${JSON.stringify(step.value)}`;
        await out.write(`],"total":${total}${next}}`);
      });
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return c.json({ error: 'bad request', message: thrown.message }, 400);
    }
  });
}

type Found =
  | { kind: 'lines'; lines: Generator<LogLine, string | null> }
  | { kind: 'none'; names: readonly string[]; status: 400 | 404 };

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
  const limit = Math.max(1, Math.trunc(gateway.logPageLines ?? asked.limit ?? DEFAULT_LIMIT));
  const place = placeOf(asked.page);
  const toMs = momentOf('end', asked.end, nowMs) ?? nowMs;
  const fromMs = place?.fromMs ?? momentOf('start', asked.start ?? DEFAULT_START, nowMs) ?? 0;
  return {
    kind: 'lines',
    lines: pageOf(wanted.source, place ?? { fromMs, atMs: toMs - 1, given: 0 }, asked.query ?? '', limit),
  };
}

/** Where a page begins: with the line of that moment that comes after so many others of it. */
interface Place {
  /** Where the first page said that the range begins: it may have been a time ago. */
  readonly fromMs: number;
  readonly atMs: number;
  readonly given: number;
}

function placeOf(page: string | undefined): Place | undefined {
  if (page === undefined || page === '') return undefined;
  const [, fromMs, atMs, given] = /^(\d+)\.(\d+)\.(\d+)$/u.exec(page) ?? [];
  if (given === undefined) throw new Refusal(`page=${page} is no page`);
  return { fromMs: Number(fromMs), atMs: Number(atMs), given: Number(given) };
}

/** Lines of a page; at its end what names the page after it, null where there is none. */
function* pageOf(
  source: LogSource,
  { fromMs, atMs: startMs, given }: Place,
  query: string,
  limit: number,
): Generator<LogLine, string | null> {
  const wanted = query.toLowerCase();
  let count = 0;
  let lookedAt = 0;
  let last = { atMs: startMs, given: 0 };
  for (const { atMs, line } of timedLines(source, fromMs, startMs + 1)) {
    if (atMs === startMs && last.given < given) {
      last = { atMs, given: last.given + 1 };
      continue;
    }
    if (count === limit || lookedAt === MOST_LOOKED_AT) return `${fromMs}.${last.atMs}.${last.given}`;
    lookedAt += 1;
    last = { atMs, given: atMs === last.atMs ? last.given + 1 : 1 };
    if (!line.message.toLowerCase().includes(wanted)) continue;
    count += 1;
    yield line;
  }
  return null;
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
