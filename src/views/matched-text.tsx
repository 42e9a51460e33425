import { Fragment, type ReactElement } from 'react';
import { matchesIn } from '#sync/read/index/matches.ts';

interface MatchedTextProps {
  text: string;
  /** What is searched for; empty for nothing. */
  sought: string;
}

/** A text with the parts marked that a search found it by. */
export function MatchedText({ text, sought }: MatchedTextProps): ReactElement {
  const parts = sought === '' ? [] : matchesIn(text, sought);
  return (
    <>
      {parts.map(([from, to], at) => (
        <Fragment key={from}>
          {text.slice(parts[at - 1]?.[1] ?? 0, from)}
          <mark className="rounded-[2px] bg-accent-soft text-inherit underline decoration-accent underline-offset-2">
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(parts.at(-1)?.[1] ?? 0)}
    </>
  );
}
