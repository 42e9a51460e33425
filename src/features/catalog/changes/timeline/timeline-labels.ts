import { timeTicks } from 'd3-time';
import { authorOf, changeTitle, repeatWords } from '../change-row.ts';
import { LEVELS, type Cluster, type Level, type Mark, type Span } from './timeline-model.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', ...options });
const TIME = format({ hour: '2-digit', minute: '2-digit' });
const SECONDS = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = format({ day: 'numeric', month: 'short' });
const MONTH = format({ month: 'short', year: 'numeric' });
const MOMENT = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const MOMENT_SECONDS = format({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export interface Tick {
  readonly atMs: number;
  readonly label: string;
}

/** Round moments of this device's clock, about so many; the first one of a day names the day. */
export function ticksOf({ fromMs, toMs }: Span, about: number): readonly Tick[] {
  const times = timeTicks(new Date(fromMs), new Date(toMs), about);
  const [first, second] = times;
  if (first === undefined) return [];
  const stepMs = second === undefined ? DAY_MS : second.getTime() - first.getTime();
  let day = '';
  return times.map((time) => {
    const today = DAY.format(time);
    const isNewDay = today !== day;
    day = today;
    return { atMs: time.getTime(), label: tickLabel(time, stepMs, today, isNewDay) };
  });
}

function tickLabel(time: Date, stepMs: number, today: string, isNewDay: boolean): string {
  if (stepMs > 27 * DAY_MS) return MONTH.format(time);
  // An hour less where clocks are put forward.
  if (stepMs > DAY_MS - 2 * HOUR_MS) return today;
  const clock = (stepMs < 60_000 ? SECONDS : TIME).format(time);
  if (!isNewDay) return clock;
  return time.getHours() === 0 && time.getMinutes() === 0 ? today : `${today}, ${clock}`;
}

/** "20 Nov, 14:00 – 16:20" */
export function spanWords({ fromMs, toMs }: Span): string {
  const isShort = toMs - fromMs < 2 * 60_000;
  const from = (isShort ? MOMENT_SECONDS : MOMENT).format(fromMs);
  if (DAY.format(fromMs) === DAY.format(toMs)) return `${from} – ${(isShort ? SECONDS : TIME).format(toMs)}`;
  return `${from} – ${MOMENT.format(toMs)}`;
}

const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  none: 'No severity',
  info: 'Info',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export function levelWord(level: Level): string {
  return LEVEL_WORDS[level];
}

/** Who changed what, when. */
export function markWords(
  { change, level, atMs }: Mark,
  personName: (id: string) => string | undefined,
): string {
  const author = authorOf(change);
  const by =
    author === null
      ? null
      : author.param === 'created_by'
        ? (personName(author.value) ?? 'Somebody')
        : author.value;
  return [
    MOMENT_SECONDS.format(atMs),
    level === 'none' ? null : levelWord(level),
    change.change_type,
    change.name,
    changeTitle(change) === change.change_type ? null : changeTitle(change),
    repeatWords(change),
    by === null ? null : `by ${by}`,
  ]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' · ');
}

/** "12 changes, 20 Nov, 14:00 – 16:20: 2 high, 10 info" */
export function clusterWords({ marks }: Cluster): string {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const counts = LEVELS.toReversed().flatMap((level) => {
    const count = marks.filter((mark) => mark.level === level).length;
    return count === 0 ? [] : [`${count} ${levelWord(level).toLowerCase()}`];
  });
  return `${marks.length} changes, ${spanWords({ fromMs: first.atMs, toMs: last.atMs })}: ${counts.join(', ')}`;
}
