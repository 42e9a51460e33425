import { Replace } from 'lucide-react';
import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { catalogHref } from '../catalog-href.ts';
import { StatusWords } from '../item/item-facts.tsx';
import { itemName } from '../item/item-row.ts';
import { compareSearch, type CompareSearch, type CompareView, type Side } from './compare-search.ts';
import type { CompareSide } from './use-side.ts';

interface SideHeadProps {
  name: Side;
  id: string;
  side: CompareSide;
  view: CompareView;
  search: CompareSearch;
  onChange: (part: CompareSearch) => void;
  onEarlier: () => void;
}

const NOW = 'now';
const EARLIER = 'earlier';
const TIME = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What is compared on one side, as of when, and the ways to another. */
export function SideHead(props: SideHeadProps): ReactElement {
  const { name, id, side, view, search, onChange, onEarlier } = props;
  const { item, part, versions } = side;
  const before = name === 'left' ? view.leftBefore : view.rightBefore;
  const known = versions?.state === 'known' ? (versions.value ?? undefined) : undefined;
  const content = part.is === 'found' ? part.value.content.value : undefined;
  const options = [
    { id: NOW, label: 'Now' },
    ...(known?.versions ?? []).map(({ changeId, title, at }) => ({
      id: changeId,
      label: `Before ${TIME.format(new Date(at))}: ${title}`,
    })),
    ...(versions === null ? [{ id: EARLIER, label: 'Look for earlier versions…' }] : []),
  ];
  const choose = (chosen: string): void => {
    if (chosen === EARLIER) {
      onEarlier();
      return;
    }
    const change = chosen === NOW ? undefined : chosen;
    onChange(name === 'left' ? { leftBefore: change } : { rightBefore: change });
  };
  return (
    <section
      aria-label={name === 'left' ? 'Left side' : 'Right side'}
      className="flex min-w-0 flex-col gap-2 rounded-panel border border-line bg-panel p-3 text-table"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink
          className="inline-flex min-h-target min-w-0 items-center font-medium wrap-any"
          href={catalogHref(id)}
        >
          {item === undefined ? id : itemName(item)}
        </TextLink>
        {item !== undefined && <StatusWords health={item.health} status={item.status} />}
        {item !== undefined && item.type !== null && <span className="text-muted">{item.type}</span>}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <ToolbarSelect
          className="max-w-full"
          label="Content as of:"
          options={
            before !== undefined && known?.versions.every(({ changeId }) => changeId !== before) !== false
              ? [...options, { id: before, label: 'Before a change' }]
              : options
          }
          value={before ?? NOW}
          onChange={choose}
        />
        <span className="text-caption text-muted">
          {part.is === 'found' && (
            <>
              Facts <Ago at={part.claim.asOf} label="Facts as of" />
            </>
          )}
          {content !== undefined && content.body !== null && (
            <>
              , content <Ago at={content.claim.asOf} label="Content as of" />
            </>
          )}
        </span>
        <span className="flex-1" />
        <LinkButton
          href={compareSearch.href({
            ...search,
            [name]: undefined,
            [name === 'left' ? 'leftBefore' : 'rightBefore']: undefined,
          })}
          icon={Replace}
          size="small"
        >
          Another item
        </LinkButton>
      </div>
      {versions?.state === 'asking' && (
        <p className="text-caption text-muted">Looking through its changes…</p>
      )}
      {known !== undefined && <p className="text-caption text-muted">{known.end}</p>}
      {versions?.state === 'failed' && (
        <p className="text-caption text-danger">Its changes could not be read: {versions.error.message}</p>
      )}
      {content !== undefined && content.claim.reason !== null && content.body !== null && (
        <InlineBar tone="offline">
          {content.claim.reason} Shown as of <Age at={content.claim.asOf} label="As of" />.
        </InlineBar>
      )}
    </section>
  );
}
