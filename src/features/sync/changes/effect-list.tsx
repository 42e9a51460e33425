import type { ReactElement } from 'react';
import { needsItsScreen, saidOfEffect } from '#sync/protocol/effect.ts';
import type { Effect, EffectState } from '#sync/protocol/effect.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { EffectButton } from '#src/views/effect/effect-button.tsx';
import { shownState } from '#src/views/effect/effect-state.ts';
import { useEffectAction, type EffectAction } from '#src/views/effect/use-effect-action.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { screenHref, screenWords } from '#src/views/op-labels.ts';
import { PanelSection } from '../panel-section.tsx';
import { EffectTarget } from './effect-target-line.tsx';
import { effectWords, wordsOf } from './effect-labels.ts';

/** What was prepared and asks again before it happens, and what became of the rest; nothing when there is none (ux 4.6). */
export function PreparedEffects(): ReactElement | null {
  const effects = useEffects();
  if (effects.status === 'failed') {
    return (
      <PanelSection title="Prepared actions">
        <ErrorPanel details={effects.error.stack} message={effects.error.message} />
      </PanelSection>
    );
  }
  const listed = effects.value ?? [];
  if (listed.length === 0) return null;
  return (
    <PanelSection aside={<CountBadge count={listed.length} label="actions" />} title="Prepared actions">
      <p className="text-table text-muted">These run on the server and are sent only when you say so.</p>
      <ul aria-label="Prepared actions" className="flex flex-col divide-y divide-line">
        <Records
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          of={listed.toSorted((a, b) => b.createdAt - a.createdAt)}
        >
          {(effect) => <EffectItem effect={effect} />}
        </Records>
      </ul>
    </PanelSection>
  );
}

function EffectItem({ effect }: { effect: Effect }): ReactElement {
  const action = useEffectAction({ screen: effect.origin.screen, words: wordsOf(effect), shown: SHOWN });
  const nowMs = Math.max(useMinuteNow(), effect.createdAt);
  const state = shownState(effect, nowMs);
  const reason = action.notSent(effect) ?? effect.reason;
  const href = screenHref(effect.origin.screen);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="text-body wrap-any">{effect.title}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-table text-muted">
        <span className={state === 'unknown' || state === 'refused' ? 'text-fg' : ''}>
          {effectWords(effect, nowMs)}
        </span>
        <Ago at={effect.endedAt ?? effect.createdAt} label={effect.endedAt === null ? 'Prepared' : 'Ended'} />
      </div>
      {state === 'prepared' && (
        <p className="text-table text-fg">
          <EffectTarget effect={effect} />
        </p>
      )}
      {state === 'prepared' && needsItsScreen(effect.request) && (
        <p className="text-table text-muted">{saidOfEffect(effect.request).askedThere}</p>
      )}
      {reason !== null && <p className="text-table text-fg wrap-any">{reason}</p>}
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        {state === 'prepared' && !needsItsScreen(effect.request) && (
          <SendButton action={action} effect={effect} />
        )}
        {state !== 'sending' && (
          <Button
            isPending={action.isBusy}
            size="small"
            variant="ghost"
            onPress={() => void action.drop(effect)}
          >
            {state === 'prepared' ? 'Drop' : 'Remove from list'}
          </Button>
        )}
        {href !== null && (
          <span className="ms-2.5 text-table">
            <TextLink href={href}>{screenWords(href)}</TextLink>
          </span>
        )}
      </div>
    </li>
  );
}

/** The list says where each stands; a message says it once nobody looks at the list. */
const SHOWN: readonly EffectState[] = ['prepared', 'sending', 'unknown', 'refused', 'expired'];

/** Asked again with its age, because the world has moved on since it was prepared. */
function SendButton({ effect, action }: { effect: Effect; action: EffectAction }): ReactElement {
  const { verb } = saidOfEffect(effect.request);
  return (
    <EffectButton
      blocker={action.blocker}
      isPending={action.isBusy}
      question={{
        title: `Still ${verb.toLowerCase()} it?`,
        confirm: `${verb} it now`,
        content: (
          <>
            {effect.title}. Prepared <Ago at={effect.createdAt} />. <EffectTarget effect={effect} /> It is
            sent once and cannot be undone.
          </>
        ),
      }}
      size="small"
      variant="ghost"
      onPress={() => void action.send(effect)}
    >
      {verb} it…
    </EffectButton>
  );
}
