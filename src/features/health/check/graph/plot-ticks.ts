const DAY_MS = 86_400_000;
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/** Labels of a time axis: times, with the day where it begins; days, or months, for longer stretches. */
export function timeTicks(atMs: readonly number[]): string[] {
  const [first, second] = atMs;
  if (first === undefined) return [];
  const stepMs = second === undefined ? 0 : second - first;
  if (stepMs >= 27 * DAY_MS) return atMs.map((at) => MONTH.format(at));
  if (stepMs >= DAY_MS) return atMs.map((at) => DAY.format(at));
  return atMs.map((at) => {
    const moment = new Date(at);
    const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
    return isMidnight ? DAY.format(at) : TIME.format(at);
  });
}
