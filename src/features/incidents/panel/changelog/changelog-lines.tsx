import { lazy, Suspense, type ReactElement } from 'react';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { DayHeading, dayWords, type ChangelogLinesProps } from './changelog-day.tsx';
import { ChangelogLine } from './changelog-line.tsx';
import { byDay } from './changelog-filter.ts';

/** Longer changelogs draw what is on the screen alone; few incidents have one, so its code comes when it is needed. */
const VIRTUAL_FROM = 200;

const VirtualChangelog = lazy(async () => {
  const { VirtualChangelog: component } = await import('./virtual-changelog.tsx');
  return { default: component };
});

/** Lines by day, newest day first. */
export function ChangelogLines(props: ChangelogLinesProps): ReactElement {
  const { lines, starred, onStar } = props;
  if (lines.length > VIRTUAL_FROM) {
    return (
      <Suspense fallback={<p className="text-table text-muted">Loading the changelog…</p>}>
        <VirtualChangelog {...props} />
      </Suspense>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {byDay(lines).map(({ day, lines: ofDay }) => (
        <section aria-label={dayWords(day)} key={`${day} ${ofDay[0]?.id ?? ''}`}>
          <DayHeading day={day} />
          <ul className="divide-y divide-line">
            <Records idOf={({ id }) => id} nameOf={({ type }) => `Changelog line (${type})`} of={ofDay}>
              {(line) => (
                <li>
                  <ChangelogLine
                    isStarred={starred.has(line.id)}
                    line={line}
                    onStar={(isStarred) => onStar(line, isStarred)}
                  />
                </li>
              )}
            </Records>
          </ul>
        </section>
      ))}
    </div>
  );
}
