import type { ReactElement } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { targetState, targetThing } from '#src/views/effect/effect-target.ts';

/** The state of what a prepared effect is about, now and when it was prepared: the world has moved on (ux 4.6 C). */
export function EffectTarget({ effect: { request, was } }: { effect: Effect }): ReactElement | null {
  const model = useReadModel();
  const key = JSON.stringify(request);
  const live = useLive(() => targetState(model, JSON.parse(key) as Effect['request']), [model, key]); // written above
  const thing = targetThing(request);
  const then = was === undefined ? '' : ` It was ${was} when this was prepared.`;
  if (thing === null) return <span>What it is about may have changed since.</span>;
  if (live.status === 'loading') return null;
  const now = live.value;
  if (now === undefined || now === null) {
    return (
      <span>
        {live.status === 'failed'
          ? `The state of the ${thing} could not be read.`
          : `The state of the ${thing} is not on this device.`}
        {then}
      </span>
    );
  }
  return (
    <span>
      {sentence(thing, now.status, was)}
      {now.asOf !== null && (
        <>
          , as of <Ago at={now.asOf} />
        </>
      )}
      .
    </span>
  );
}

function sentence(thing: string, now: string, was: string | undefined): string {
  if (was === undefined) return `The ${thing} is ${now} now`;
  return was === now ? `The ${thing} is ${now}, as it was then` : `The ${thing} was ${was} and is ${now} now`;
}
