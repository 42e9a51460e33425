import { toSyncError } from '#sync/errors.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { LINK_TIME_RANGE } from '#src/lib/time-range-options.ts';
import { useAccess, type Access } from '#src/platform/session/access-context.tsx';
import { useHealthClient } from '#src/platform/replica/health-context.tsx';
import type { Role } from '#src/platform/session/roles.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { checkRunOf } from '#src/views/check-run-labels.ts';
import { openEffects } from '#src/views/effect/effect-state.ts';
import type { EffectWords } from '#src/views/effect/effect-words.ts';
import { useEffectAction, type EffectAction } from '#src/views/effect/use-effect-action.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';

/** Spec 6: "Run Now on a check is shown only to admin, editor, responder and commander." */
const RUNNERS: readonly Role[] = ['admin', 'editor', 'responder', 'commander'];

export function canRunNow({ areRolesKnown, roles }: Pick<Access, 'areRolesKnown' | 'roles'>): boolean {
  return areRolesKnown && roles.some((role) => RUNNERS.includes(role));
}

export interface RunNow {
  /** False: nothing about it is shown. */
  readonly isOffered: boolean;
  readonly action: EffectAction;
  /** What was asked for last and was not carried out, or of which nobody knows; null when there is none. */
  readonly open: Effect | null;
  /** Why what was asked for cannot be read. */
  readonly failure: string | undefined;
  /** Runs it, or keeps it as a draft while the server cannot be asked. */
  readonly run: () => void;
}

interface RunNowOptions {
  readonly checkId: string;
  readonly name: string;
  /** The server has run it: what is shown is asked for again. */
  readonly onRan: () => void;
}

const WORDS: EffectWords = {
  failed: 'Check not run',
  unknown: 'It is not known whether the check was run',
  lookUp: 'Check the history before you repeat it.',
  done({ result }) {
    const { passed, words } = checkRunOf(result);
    return {
      kind: passed === false ? 'info' : 'success',
      text: 'You have successfully initiated the check run.',
      detail: words,
    };
  },
};

/** Run Now: an effect that a person sends once; without a connection it is kept with its time and asked again (ux 4.6). */
export function useRunNow({ checkId, name, onRan }: RunNowOptions): RunNow {
  const sync = useSync();
  const health = useHealthClient();
  const effects = useEffects();
  const action = useEffectAction({
    screen: checkHref(checkId),
    words: WORDS,
    shown: ['prepared', 'sending', 'unknown', 'refused', 'expired'],
    onDone: () => {
      onRan();
      // The run is on the server, whatever becomes of what is asked for here.
      Promise.all([health.refresh(0), sync.refresh()]).catch((thrown: unknown) =>
        reportError(toSyncError(thrown)),
      );
    },
  });
  const [open = null] = openEffects(
    effects.value ?? [],
    (request) => request.kind === 'check.run' && request.checkId === checkId,
  );
  return {
    isOffered: canRunNow(useAccess()),
    action,
    open,
    failure: effects.status === 'failed' ? effects.error.message : undefined,
    run: () => void action.ask({ kind: 'check.run', checkId }, `Run ${name}`, open),
  };
}

/** Where a check is shown, from outside its list (spec 2.4). */
export function checkHref(checkId: string): string {
  return `/health?checkId=${encodeURIComponent(checkId)}&timeRange=${LINK_TIME_RANGE}`;
}
