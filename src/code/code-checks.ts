import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { SyncError } from '#sync/errors.ts';
import type { LintAnswer, LintQuestion, Problem } from '#workers/contracts/yaml-contract.ts';

/** Typing goes on for so long without a check, in ms. */
const PAUSE_MS = 300;

interface CheckPorts {
  readonly question: (text: string) => LintQuestion;
  readonly ask: (question: LintQuestion) => Promise<LintAnswer>;
  readonly onProblems: (problems: readonly Problem[]) => void;
}

/** Checks the text whenever it changed. An answer that comes for an older text is dropped by the linter. */
export function codeChecks({ question, ask, onProblems }: CheckPorts): Extension {
  return [
    linter(
      async ({ state }): Promise<Diagnostic[]> => {
        const problems = problemsOf(await answered(ask, question(state.doc.toString())));
        onProblems(problems);
        return problems.map(({ from, to, line, message, severity }) => ({
          from: Math.min(from, state.doc.length),
          to: Math.min(to, state.doc.length),
          severity,
          message: `Line ${line}: ${message}`,
        }));
      },
      { delay: PAUSE_MS },
    ),
    lintGutter(),
  ];
}

/** What could not be checked says so at the top, and is never "no problems". */
function problemsOf({ problems, unchecked }: LintAnswer): readonly Problem[] {
  if (unchecked === null) return problems;
  return [{ from: 0, to: 0, line: 1, message: unchecked, severity: 'warning' }, ...problems];
}

async function answered(ask: CheckPorts['ask'], question: LintQuestion): Promise<LintAnswer> {
  try {
    return await ask(question);
  } catch (thrown) {
    if (!(thrown instanceof SyncError)) throw thrown;
    return { problems: [], unchecked: `The text could not be checked. ${thrown.message}` };
  }
}
