import type { Wire } from '../migrate.ts';
import type { StepScript } from './run-script.ts';

/** `30s`, `5m`, `1h30m` in ms; 0 for what is none. */
export function parseDelay(delay: string | undefined): number {
  const units = new Map([
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
    ['d', 86_400_000],
  ]);
  return [...(delay ?? '').matchAll(/(?<count>\d+)(?<unit>[smhd])/gu)].reduce(
    (sum, { groups }) => sum + Number(groups?.['count'] ?? 0) * (units.get(groups?.['unit'] ?? '') ?? 0),
    0,
  );
}

const stdoutOf = ({ stdout, repeat }: StepScript): string => stdout.repeat(Math.max(1, repeat));

/** What a step gave after this part of its time; null for one that gives nothing before its end. */
export function written(script: StepScript, part: number): Record<string, unknown> | null {
  if (script.result !== undefined) return null;
  const lines = stdoutOf(script).split('\n');
  const stdout = lines.slice(0, Math.floor(lines.length * part)).join('\n');
  return stdout === '' ? null : { stdout: `${stdout}\n` };
}

/** What a step gave, as a server of that year writes it: that of 2024 puts the output of a failure one level deeper. */
export function resultOf(script: StepScript, wire: Wire, nowMs: number): unknown {
  if (script.result !== undefined) return script.result;
  const isFailed = script.end === 'failed';
  const output = {
    args: ['bash', '-c', 'script'],
    path: '/usr/bin/bash',
    stdout: stdoutOf(script),
    stderr: script.stderr,
    exitCode: isFailed ? 1 : 0,
  };
  if (!isFailed) return output;
  const error = { code: 'exited with 1', time: new Date(nowMs).toISOString(), error: script.error };
  return wire === '2024' ? { error, result: output } : { ...output, error };
}
