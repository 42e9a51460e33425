import type { ReactElement } from 'react';
import { GroupedVirtuoso } from 'react-virtuoso';
import { RecordBoundary } from '#src/ui/layout/error-boundary.tsx';
import { DayHeading, type ChangelogLinesProps } from './changelog-day.tsx';
import { byDay } from './changelog-filter.ts';
import { ChangelogLine } from './changelog-line.tsx';

/** The same lines in a box of its own, of which only what is seen is drawn. */
export function VirtualChangelog({ lines, starred, onStar }: ChangelogLinesProps): ReactElement {
  const days = byDay(lines);
  return (
    <section aria-label={`Changelog, ${lines.length} lines`}>
      <GroupedVirtuoso
        // oxlint-disable-next-line react/no-unstable-nested-components -- Virtuoso calls it as a function
        groupContent={(at) => <DayHeading day={days[at]?.day ?? ''} />}
        groupCounts={days.map((day) => day.lines.length)}
        // oxlint-disable-next-line react/no-unstable-nested-components -- Virtuoso calls it as a function
        itemContent={(at) => {
          const line = lines[at];
          if (line === undefined) return null;
          return (
            <RecordBoundary id={line.id} name={() => `Changelog line (${line.type})`} record={line}>
              <ChangelogLine
                isStarred={starred.has(line.id)}
                line={line}
                onStar={(isStarred) => onStar(line, isStarred)}
              />
            </RecordBoundary>
          );
        }}
        style={{ height: '60vh' }}
      />
    </section>
  );
}
