import type { ReactElement, ReactNode } from 'react';
import { TextLink } from '#src/ui/text/text-link.tsx';

interface FactLineProps {
  href: string;
  mark: ReactNode;
  name: string;
  facts: ReactNode;
  words: string;
}

/** One thing of a list of things of many kinds: what it is, how it is, and what it has to do with it. */
export function FactLine({ href, mark, name, facts, words }: FactLineProps): ReactElement {
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-0.5 py-1 text-table">
      <span className="flex min-w-0 flex-[2_1_14rem] items-center gap-1.5">
        {mark}
        <TextLink
          className="inline-flex min-h-target min-w-0 items-center font-medium"
          href={href}
          tone="quiet"
        >
          <span className="truncate">{name}</span>
        </TextLink>
      </span>
      <span className="flex min-w-0 flex-[1_1_11rem] items-center gap-x-3 overflow-hidden whitespace-nowrap">
        {facts}
      </span>
      <span className="min-w-0 flex-[2_1_13rem] truncate text-muted tabular" title={words}>
        {words}
      </span>
    </li>
  );
}
