import { readRunParams, type RunAnswer, type RunQuestion } from '../../protocol/run-params.ts';
import { runParamsRequest } from '../../transport/run-requests.ts';
import type { Runtime } from '../runtime.ts';
import { askServer, NOT_REACHED } from './ask-server.ts';

const OFFLINE: RunAnswer = { kind: 'unanswered', why: 'offline', reason: NOT_REACHED };

/** The parameters of a playbook on one thing, with the defaults that the server makes of it. Nothing of it is stored (D22). */
export async function askRunParams(
  runtime: Runtime,
  mayAsk: () => Promise<boolean>,
  question: RunQuestion,
): Promise<RunAnswer> {
  const outcome = await askServer(runtime, mayAsk, 'service', (isConstrained) =>
    runParamsRequest(question, isConstrained),
  );
  if (outcome === null || outcome.class === 'offline') return OFFLINE;
  if (outcome.class !== 'ok') {
    return { kind: 'unanswered', why: 'refused', reason: outcome.error?.message ?? NOT_REACHED };
  }
  const params = readRunParams(outcome.rows[0]?.['params']);
  return params === undefined
    ? { kind: 'unanswered', why: 'refused', reason: 'The server named parameters this app cannot read.' }
    : { kind: 'params', params };
}
