import type { ReactElement, ReactNode } from 'react';
import { ansiRuns, type AnsiHue, type TextRun } from '#src/lib/ansi.ts';
import { cx } from '#src/ui/class-names.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';

/** Colours of the palette that can be read on every surface; black and white are the text itself. */
const HUES: Readonly<Record<AnsiHue, string>> = {
  black: 'text-muted',
  red: 'text-danger',
  green: 'text-healthy',
  yellow: 'text-warning',
  blue: 'text-accent',
  magenta: 'text-(--code-word)',
  cyan: 'text-(--code-number)',
  white: '',
};

/** A text as a terminal shows it: colours and weights, and nothing else of what it may order. */
export function AnsiText({
  text,
  wanted,
  isLinked = false,
}: {
  text: string;
  wanted?: RegExp | undefined;
  /** Addresses of http and https are links; nothing else ever is. */
  isLinked?: boolean;
}): ReactElement {
  return (
    <>
      {ansiRuns(text).map((run, at) => {
        const look = lookOf(run);
        const shown = shownOf(run.text, wanted, isLinked);
        // Runs of one text: their place is their identity.
        return look === '' ? (
          <Plain key={at}>{shown}</Plain>
        ) : (
          <span className={look} key={at}>
            {shown}
          </span>
        );
      })}
    </>
  );
}

function shownOf(text: string, wanted: RegExp | undefined, isLinked: boolean): ReactNode {
  if (wanted !== undefined) return <Marked text={text} wanted={wanted} />;
  return isLinked && text.includes('://') ? <Linked text={text} /> : text;
}

/** An address ends where a sentence or a bracket around it does. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/giu;

function Linked({ text }: { text: string }): ReactElement {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const href = URL.parse(match[0])?.href;
    if (href === undefined) continue;
    parts.push(text.slice(from, match.index));
    parts.push(
      <TextLink isExternal href={href} key={match.index}>
        {match[0]}
      </TextLink>,
    );
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}

function Plain({ children }: { children: ReactNode }): ReactElement {
  return <>{children}</>;
}

function lookOf({ hue, isBold, isDim, isItalic, isUnderlined }: TextRun): string {
  return cx(
    isDim ? 'text-muted' : hue !== null && HUES[hue],
    isBold && 'font-semibold',
    isItalic && 'italic',
    isUnderlined && 'underline',
  );
}

/** What was looked for is marked. */
function Marked({ text, wanted }: { text: string; wanted: RegExp }): ReactElement {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(wanted)) {
    if (match[0] === '') continue;
    parts.push(text.slice(from, match.index));
    parts.push(
      <mark
        className="rounded-[2px] bg-accent-soft text-fg underline decoration-accent underline-offset-2"
        key={match.index}
      >
        {match[0]}
      </mark>,
    );
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}
