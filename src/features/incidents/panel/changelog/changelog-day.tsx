import type { ReactElement } from 'react';
import type { HistoryLine } from '#sync/read/incident-history.ts';

export interface ChangelogLinesProps {
  lines: readonly HistoryLine[];
  starred: ReadonlySet<string>;
  onStar: (line: HistoryLine, isStarred: boolean) => void;
}

export function DayHeading({ day }: { day: string }): ReactElement {
  return <h3 className="bg-page py-1 text-caption font-medium text-muted">{dayWords(day)}</h3>;
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

export function dayWords(day: string): string {
  // At noon, so that no change of the clocks moves it to the day before.
  return day === '' ? 'Without a time' : DAY.format(new Date(`${day}T12:00:00`));
}
