import type { LogLine } from '#sync/protocol/tables/evidence-payload.ts';
import { runName, type Run } from '../run-row.ts';
import type { OutputPart } from './output-reading.ts';
import type { Step } from './run-steps.ts';

/** What one evidence may hold of a step: it is copied to every device that has the incident. */
const MOST_LINES = 500;
const MOST_CHARS = 256 * 1024;

/** The end of what a step wrote, its error first, as lines that say where they are from. */
export function frozenOutput(run: Run, step: Step, parts: readonly OutputPart[]): readonly LogLine[] {
  const labels = { playbook: runName(run), run: run.id, step: step.name, status: step.status ?? '' };
  let [lines, chars] = [MOST_LINES, MOST_CHARS];
  return parts.flatMap(({ label, text }) => {
    if (lines <= 0 || chars <= 0) return [];
    const tail = text.slice(-chars).trimEnd().split(/\r?\n/u).slice(-lines);
    lines -= tail.length;
    chars -= tail.reduce((sum, line) => sum + line.length, 0);
    return tail.map((message) => ({
      timestamp: step.start_time ?? '',
      message,
      labels: { ...labels, output: label },
    }));
  });
}
