import { Replace } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { RunRead } from '../detail/use-run.ts';
import { RunStatus } from '../run-columns.tsx';
import { runDate, runHref, runName } from '../run-row.ts';
import { runCompareSearch, type RunCompareSearch } from './run-compare-search.ts';

interface RunSideProps {
  side: 'a' | 'b';
  id: string;
  part: Part<RunRead>;
  search: RunCompareSearch;
}

/** Which run stands on one side, as of when, and the way to another; or why it cannot be shown. */
export function RunSide({ side, id, part, search }: RunSideProps): ReactElement {
  const name = part.is === 'found' ? runName(part.value.run) : `Run ${id.slice(0, 8)}`;
  return (
    <section
      aria-label={side === 'a' ? 'Left run' : 'Right run'}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-panel p-3 text-table"
    >
      <TextLink
        className="inline-flex min-h-target min-w-0 items-center font-medium wrap-any"
        href={runHref({ id })}
      >
        {name}
      </TextLink>
      {part.is === 'found' ? <Found part={part} /> : <span className="text-muted">{absentWords(part)}</span>}
      <LinkButton
        className="ms-auto"
        href={runCompareSearch.href({ ...search, [side]: undefined })}
        icon={Replace}
        size="small"
      >
        Another run
      </LinkButton>
    </section>
  );
}

function Found({ part }: { part: Extract<Part<RunRead>, { is: 'found' }> }): ReactElement {
  const { run } = part.value;
  return (
    <>
      <RunStatus run={run} />
      <Age at={runDate(run) ?? run.created_at} label="Started" />
      <span className="text-caption text-muted">
        as of <Ago at={part.claim.asOf} label="As of" />
      </span>
    </>
  );
}

function absentWords(part: Exclude<Part<RunRead>, { is: 'found' }>): string {
  switch (part.is) {
    case 'loading':
      return 'Loading';
    case 'missing':
      return 'No details found';
    case 'forbidden':
      return 'You do not have permission to see it';
    case 'failed':
      return `It could not be read: ${part.error.message}`;
    case 'not-here':
      return `It is not on this device yet. ${part.reason ?? ''}`;
  }
}
