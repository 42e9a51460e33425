import { createPrng, type Prng } from '#tests/sim/prng.ts';

/* What a log hub would find. None runs here, so its lines are made: the same source says the same of the same minute. */

export interface LogLine {
  readonly id: string;
  readonly timestamp: string;
  readonly message: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface LogSource {
  /** What the lines are told apart by: a component and one of its selectors. */
  readonly key: string;
  /** Of the component; pods are named after it. */
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** A component in trouble fails more often. */
  readonly isUnhealthy: boolean;
}

const MINUTE_MS = 60_000;
/** A stretch of this many minutes may be without a line: a restart, a lost collector. */
const STRETCH_MINUTES = 15;
const LONG_LINE = 10_240;

/** Lines of [fromMs, toMs), newest first. Holds one minute at a time, so that the range may be of any length. */
export function* logLines(source: LogSource, fromMs: number, toMs: number): Generator<LogLine> {
  for (const { line } of timedLines(source, fromMs, toMs)) yield line;
}

/** The same with their moments. */
export function* timedLines(
  source: LogSource,
  fromMs: number,
  toMs: number,
): Generator<{ readonly atMs: number; readonly line: LogLine }> {
  for (
    let minute = Math.floor((toMs - 1) / MINUTE_MS);
    minute * MINUTE_MS + MINUTE_MS > fromMs;
    minute -= 1
  ) {
    const lines = linesOfMinute(source, minute).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    yield* lines.toReversed();
  }
}

function linesOfMinute(source: LogSource, minute: number): { atMs: number; line: LogLine }[] {
  const stretch = createPrng(Math.floor(minute / STRETCH_MINUTES)).fork(source.key);
  if (stretch.chance(0.04)) return [];
  const rng = createPrng(minute).fork(source.key);
  const count = rng.chance(0.04) ? 120 + rng.int(160) : 6 + rng.int(14);
  const times = Array.from({ length: count }, () => minute * MINUTE_MS + rng.int(MINUTE_MS));
  times.sort((one, other) => one - other);
  return times.map((atMs, at) => {
    const { level, message } = written(source, rng);
    const pod = `${source.name}-${(rng.int(3) + 7).toString(16)}c9f4-x${rng.int(3)}`;
    return {
      atMs,
      line: {
        id: `${source.key}-${minute}-${at}`,
        timestamp: new Date(atMs).toISOString(),
        message,
        labels: { ...source.labels, level, pod, namespace: source.namespace, container: source.name },
      },
    };
  });
}

const PATHS = ['/v1/orders', '/v1/orders/8812', '/v1/carts', '/healthz', '/v1/users/me', '/v1/search?q=café'];
const FAULTS = ['connection reset by peer', 'context deadline exceeded', 'too many open files'];

/** One line as a service writes it: mostly access lines, then warnings, failures with their stack, colours, long ones. */
function written(source: LogSource, rng: Prng): { level: string; message: string } {
  const roll = rng.next() * (source.isUnhealthy ? 0.6 : 1);
  if (roll < 0.01) return { level: 'error', message: stackTrace(source, rng) };
  if (roll < 0.03) {
    return { level: 'error', message: `ERROR upstream ${rng.pick(PATHS)} failed: ${rng.pick(FAULTS)}` };
  }
  if (roll < 0.04)
    return { level: 'warn', message: `\u001B[33mWARN\u001B[0m pool at \u001B[1m92 %\u001B[0m` };
  if (roll < 0.1)
    return { level: 'warn', message: `WARN retry ${1 + rng.int(4)} of 5 after ${rng.pick(FAULTS)}` };
  if (roll < 0.102)
    return { level: 'debug', message: `DEBUG payload ${'{"item":"0123456789"},'.repeat(LONG_LINE / 22)}` };
  if (roll < 0.2)
    return {
      level: 'debug',
      message: `DEBUG cache ${rng.chance(0.8) ? 'hit' : 'miss'} key=${rng.int(9999)}`,
    };
  const status = rng.pick([200, 200, 200, 200, 204, 304, 404]);
  return {
    level: 'info',
    message: `INFO GET ${rng.pick(PATHS)} ${status} ${rng.int(380) + 3}ms trace=${rng.int(2 ** 31).toString(16)}`,
  };
}

function stackTrace(source: LogSource, rng: Prng): string {
  const frames = Array.from(
    { length: 4 + rng.int(12) },
    (_none, at) =>
      `    at ${source.name}.internal.Handler${at}.handle(Handler${at}.java:${40 + rng.int(400)})`,
  );
  return [`ERROR unhandled java.lang.IllegalStateException: ${rng.pick(FAULTS)}`, ...frames].join('\n');
}
