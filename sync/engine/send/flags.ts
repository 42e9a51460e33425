import type { Outcome } from '../../core/outbox/outcome.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { readFlags, type FlagAnswer, type FlagQuestion, type FlagWrite } from '../../protocol/flags.ts';
import { classifyFailure, classifyResponse } from '../../transport/classify.ts';
import { flagRequest, flagsRequest, flagWriteRequest } from '../../transport/flag-requests.ts';
import type { Runtime } from '../runtime.ts';
import type { Opened } from '../tabs/session-gate.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { askServer, NOT_REACHED } from './ask-server.ts';

interface FlagParts {
  readonly runtime: Runtime;
  readonly own: Pick<TabSession, 'gate'>;
  readonly mayAsk: () => Promise<boolean>;
  /** Reads the flags that the console itself obeys anew, in whichever tab leads. */
  readonly refresh: () => Promise<void>;
}

const OFFLINE = { kind: 'unanswered', why: 'offline', reason: NOT_REACHED } as const;
/** Why nothing left: whoami did not name the owner, or nobody could be asked (FLG5). */
const NOT_SENT = new Map<Opened, string>([
  ['signed-out', 'You are signed out.'],
  ['other-user', 'Somebody else is signed in.'],
  ['busy', 'Somebody signs in or out on this device just now.'],
]);
const LOST: FlagAnswer = {
  kind: 'unanswered',
  why: 'lost',
  reason: 'No answer came, and the server does not show the change.',
};
const UNKNOWN: FlagAnswer = {
  kind: 'unanswered',
  why: 'unknown',
  reason: 'No answer came, so it is not known whether it was done.',
};
const KINDS = { add: 'insert', update: 'update', remove: 'delete' } as const;

/**
 * Reads or changes feature flags with the server alone: no question and no answer is stored, and nothing waits to be
 * sent (decision "Feature flags"). A change is one request; one without a certain answer is looked up.
 */
export async function askFlags(parts: FlagParts, question: FlagQuestion): Promise<FlagAnswer> {
  if (question.kind === 'list') return listed(parts);
  const answer = await changed(parts, question);
  // Whatever may have come of it shows in the menu and on the pages at once.
  if (answer.kind !== 'unanswered' || answer.why === 'lost' || answer.why === 'unknown')
    await parts.refresh();
  return answer;
}

async function listed({ runtime, mayAsk }: FlagParts): Promise<FlagAnswer> {
  const outcome = await askServer(runtime, mayAsk, 'service', flagsRequest);
  if (outcome === null || outcome.class === 'offline') return OFFLINE;
  if (outcome.class !== 'ok') return refusalOf(outcome);
  const flags = readFlags(outcome.rows);
  return flags === undefined
    ? { kind: 'unanswered', why: 'failed', reason: 'The server named flags this app cannot read.' }
    : { kind: 'flags', flags, asOf: outcome.serverTime };
}

async function changed(parts: FlagParts, write: FlagWrite): Promise<FlagAnswer> {
  const { runtime, own } = parts;
  const { http, lifecycle } = runtime.ports;
  if (!lifecycle.isOnLine()) return OFFLINE;
  const outcome = await own.gate.within(async (state): Promise<Outcome | FlagAnswer> => {
    // The owner was named just now, or nothing leaves (I17).
    const pass = own.gate.begin({ id: `flag.${write.kind}`, what: 'Feature flag', opIds: [] });
    if (pass === null) return { ...OFFLINE, reason: NOT_SENT.get(state) ?? NOT_REACHED };
    const kind = KINDS[write.kind];
    const sent = await http.send(flagWriteRequest(write, runtime.identity.userId), pass.signal).then(
      (response) => classifyResponse(kind, response, ({ name }) => name === write.name),
      (thrown: unknown) => classifyFailure(kind, thrown),
    );
    pass.end(sent.class === 'ok' || isUncertain(sent));
    return sent;
  });
  if ('kind' in outcome) return outcome;
  if (outcome.class === 'ok') return { kind: 'done' };
  const isForeseen = outcome.class === 'empty' || outcome.class === 'already' || outcome.class === 'unique';
  if (!isForeseen && !isUncertain(outcome)) return refusalOf(outcome);
  return lookedUp(parts, write);
}

/** Whether it may have taken effect although nobody said so. */
function isUncertain(outcome: Outcome): boolean {
  switch (outcome.class) {
    case 'ambiguous':
    case 'cancelled':
    case 'unknown':
    case 'captive':
      return true;
    default:
      return false;
  }
}

/** What the row shows is the answer; nothing is sent again. */
async function lookedUp({ runtime, mayAsk }: FlagParts, write: FlagWrite): Promise<FlagAnswer> {
  const outcome = await askServer(runtime, mayAsk, 'read', (isConstrained) =>
    flagRequest(write.name, isConstrained),
  );
  const [row, second] = outcome?.class === 'ok' ? outcome.rows : [];
  const isForeign = row !== undefined && row['name'] !== write.name;
  if (outcome?.class !== 'ok' || second !== undefined || isForeign) return UNKNOWN;
  return verdict(write, row, runtime.identity.userId);
}

function verdict(write: FlagWrite, row: JsonRow | undefined, userId: string): FlagAnswer {
  const now = row === undefined ? null : String(row['value']);
  switch (write.kind) {
    case 'add':
      if (now === null) return LOST;
      return now === write.value && row?.['created_by'] === userId
        ? { kind: 'done' }
        : { kind: 'clash', now };
    case 'update':
      if (now === write.value) return { kind: 'done' };
      return now === write.seen ? LOST : { kind: 'clash', now };
    case 'remove':
      if (now === null) return { kind: 'done' };
      return now === write.seen ? LOST : { kind: 'clash', now };
  }
}

function refusalOf(outcome: Outcome): FlagAnswer {
  const reason = outcome.error?.message ?? NOT_REACHED;
  return { kind: 'unanswered', why: outcome.class === 'forbidden' ? 'forbidden' : 'failed', reason };
}
