import type { Pool, PoolClient } from 'pg';
import * as v from 'valibot';
import { createPrng } from '#tests/sim/prng.ts';
import type { Wire } from '../migrate.ts';
import { isApproved } from './approval.ts';
import { drawStep, QUIET_STEP, type RunScript, type StepScript } from './run-script.ts';
import { parseDelay, resultOf, written } from './step-result.ts';

interface Run {
  id: string;
  status: string;
  scheduled_time: Date | null;
  spec: unknown;
}
interface ActionRow {
  id: string;
  status: string;
  start_time: Date | null;
}

const actionSchema = v.looseObject({
  name: v.string(),
  delay: v.optional(v.string()),
  if: v.optional(v.string()),
  exec: v.optional(v.looseObject({ script: v.optional(v.string(), '') })),
});
type Action = v.InferOutput<typeof actionSchema>;
const specSchema = v.looseObject({ actions: v.optional(v.array(actionSchema), []) });

export interface Turn {
  /** Whatever the time is. */
  isForced?: boolean | undefined;
  /** Id of the one run that moves. */
  only?: string | undefined;
}

export interface RunSimulator {
  /** How a run goes; without an id, how those go that nothing was said of. */
  steer(script: RunScript, runId?: string): void;
  /** Moves what is due one step on; how many runs moved. */
  turn(turn?: Turn): Promise<number>;
}

export interface SimulatorOptions {
  pool: Pool;
  wire: Wire;
  clock: () => number;
}

/** Runs that have ended move no more; nor does what nobody approved. */
const OPEN = `('pending', 'pending_approval', 'scheduled', 'running', 'waiting', 'sleeping', 'retrying')`;
const NOT_OVER: ReadonlySet<string> = new Set(['running', 'waiting']);

/**
 * Executes runs as the server's consumers do (semantics.md 8): a run is taken, its next step begins, ends and leaves the
 * run scheduled for the one after it. All that is known of a run stands in its rows, so another process can go on with it.
 */
export function createRunSimulator(options: SimulatorOptions): RunSimulator {
  const scripts = new Map<string, RunScript>();
  let otherwise: RunScript | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const turn = async ({ isForced = false, only }: Turn): Promise<number> => {
    const due = await options.pool.query<{ id: string }>(
      `select id from playbook_runs where status in ${OPEN} and ($1::uuid is null or id = $1) order by created_at, id limit 200`,
      [only ?? null],
    );
    let moved = 0;
    for (const { id } of due.rows)
      if (await advance(options, id, scripts.get(id) ?? otherwise, isForced)) moved += 1;
    return moved;
  };
  return {
    steer: (script, runId) => {
      if (runId === undefined) otherwise = script;
      else scripts.set(runId, script);
    },
    turn: (asked = {}) => {
      // One after the other: two turns must not begin a step twice.
      const next = last.then(
        () => turn(asked),
        () => turn(asked),
      );
      last = next.catch(() => undefined); // told to whoever asked for that turn
      return next;
    },
  };
}

async function advance(
  { pool, wire, clock }: SimulatorOptions,
  id: string,
  script: RunScript | undefined,
  isForced: boolean,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const run = await lockRun(client, id);
    const moved = run !== undefined && (await step({ client, wire, nowMs: clock(), run, script, isForced }));
    await client.query('commit');
    return moved;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function lockRun(client: PoolClient, id: string): Promise<Run | undefined> {
  const found = await client.query<Run>(
    `select r.id, r.status, r.scheduled_time, p.spec
     from playbook_runs r join playbooks p on p.id = r.playbook_id
     where r.id = $1 and r.status in ${OPEN} for update of r skip locked`,
    [id],
  );
  return found.rows[0];
}

interface Move {
  client: PoolClient;
  wire: Wire;
  nowMs: number;
  run: Run;
  script: RunScript | undefined;
  isForced: boolean;
}

const at = (ms: number): string => new Date(ms).toISOString();

async function setRun({ client, run, nowMs }: Move, status: string, more: object = {}): Promise<boolean> {
  const isOver = ['completed', 'failed', 'cancelled', 'timed_out'].includes(status);
  const columns = Object.entries({ status, ...(isOver ? { end_time: at(nowMs) } : {}), ...more });
  await client.query(
    `update playbook_runs set ${columns.map(([name], place) => `${name} = $${place + 2}`).join(', ')} where id = $1`,
    [run.id, ...columns.map(([, value]) => value as unknown)],
  );
  return true;
}

async function step(move: Move): Promise<boolean> {
  const { client, run, script, nowMs, isForced } = move;
  if (run.status === 'pending' || run.status === 'pending_approval')
    return (await isApproved(client, run.id, run.spec))
      ? setRun(move, 'scheduled', { scheduled_time: at(nowMs) })
      : false;
  const actions = await client.query<ActionRow>(
    `select id, status, start_time from playbook_run_actions where playbook_run_id = $1
     order by start_time nulls last, id`,
    [run.id],
  );
  const rows = actions.rows;
  if (script?.error !== undefined && rows.length === 0)
    return setRun(move, 'failed', { error: script.error, start_time: at(nowMs) });
  const parsed = v.safeParse(specSchema, run.spec);
  const plan = parsed.success ? parsed.output.actions : [];
  const current = rows.find(({ status }) => NOT_OVER.has(status));
  if (current !== undefined) return carryOn(move, plan, rows, current);
  if (script?.endsAfter !== undefined && rows.length >= script.endsAfter.steps)
    return setRun(move, script.endsAfter.status);
  if (!isForced && (run.scheduled_time?.getTime() ?? 0) > nowMs) return false;
  const next = plan[rows.length];
  if (next === undefined)
    return setRun(move, rows.some(({ status }) => status === 'failed') ? 'failed' : 'completed');
  return beginStep(move, next, rows);
}

/** How the step at this place goes: as it was said, or as this run and place always draw it. */
function stepOf({ script, run, nowMs }: Move, action: Action | undefined, place: number): StepScript {
  if (script !== undefined) return script.steps[place] ?? QUIET_STEP;
  const own = createPrng(Number.parseInt(run.id.slice(-8), 16)).fork(String(place));
  return drawStep(own, action?.exec?.script ?? action?.name ?? '', nowMs);
}

const FILTERS = new Map<string, (rows: readonly ActionRow[]) => boolean>([
  ['always', () => true],
  ['success', (rows) => rows.every(({ status }) => status !== 'failed')],
  ['failure', (rows) => rows.some(({ status }) => status === 'failed')],
  ['skip', (rows) => rows.at(-1)?.status === 'skipped'],
]);

async function beginStep(move: Move, action: Action, rows: readonly ActionRow[]): Promise<boolean> {
  const { client, run, nowMs } = move;
  const script = stepOf(move, action, rows.length);
  const hasFailed = rows.some(({ status }) => status === 'failed');
  // After a failure only steps with a condition of their own are looked at.
  if (hasFailed && action.if === undefined) return setRun(move, 'failed');
  const wants = FILTERS.get((action.if ?? 'always').replace(/\(\)$/u, ''))?.(rows) ?? true;
  const delayMs = parseDelay(action.delay);
  if (wants && delayMs > 0 && run.status !== 'sleeping')
    return setRun(move, 'sleeping', { scheduled_time: at(nowMs + delayMs), ...firstStart(rows, nowMs) });
  const isSkipped = !wants || script.end === 'skipped';
  const status = isSkipped ? 'skipped' : script.isOnAgent ? 'waiting' : 'running';
  await client.query(
    `insert into playbook_run_actions (name, status, playbook_run_id, start_time, scheduled_time, end_time, agent_id)
     values ($1, $2, $3, $4, $4, $5, null)`,
    [action.name, status, run.id, at(nowMs), isSkipped ? at(nowMs) : null],
  );
  return setRun(move, isSkipped ? 'scheduled' : status, firstStart(rows, nowMs));
}

const firstStart = (rows: readonly ActionRow[], nowMs: number): object =>
  rows.length === 0 ? { start_time: at(nowMs) } : {};

async function carryOn(
  move: Move,
  plan: readonly Action[],
  rows: readonly ActionRow[],
  current: ActionRow,
): Promise<boolean> {
  const { client, nowMs, isForced, wire } = move;
  const place = rows.indexOf(current);
  const script = stepOf({ ...move, nowMs: current.start_time?.getTime() ?? nowMs }, plan[place], place);
  const takesMs = script.ms ?? 3_000;
  const passedMs = nowMs - (current.start_time?.getTime() ?? nowMs);
  if (current.status === 'waiting') {
    if (!isForced && passedMs < takesMs / 3) return false;
    await client.query(`update playbook_run_actions set status = 'running' where id = $1`, [current.id]);
    return setRun(move, 'running');
  }
  if (!isForced && passedMs < takesMs) {
    // What it gave so far can be read while it runs.
    const soFar = written(script, passedMs / takesMs);
    if (soFar !== null)
      await client.query('update playbook_run_actions set result = $2 where id = $1', [
        current.id,
        JSON.stringify(soFar),
      ]);
    return false;
  }
  await client.query(
    'update playbook_run_actions set status = $2, end_time = $3, result = $4, error = $5 where id = $1',
    [
      current.id,
      script.end === 'failed' ? 'failed' : 'completed',
      at(nowMs),
      JSON.stringify(resultOf(script, wire, nowMs)),
      script.end === 'failed' ? script.error : null,
    ],
  );
  return setRun(move, 'scheduled', { scheduled_time: at(nowMs) });
}
