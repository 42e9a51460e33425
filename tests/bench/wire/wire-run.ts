import { measureIdleWire, type Minute } from './idle-wire.ts';
import { measureReconcile } from './reconcile-wire.ts';
import type { Figure } from '../report.ts';
import { measureResume, RTT_MS } from './resume-wire.ts';

function minuteFigures(when: string, minute: Minute, target?: string): Figure[] {
  const {
    requests,
    bytes,
    bodyBytes,
    compressedBytes,
    hotAndWarmBytes,
    comparedBytes,
    rareBytes,
    rareOfAllBytes,
    byGroup,
    feeds,
    compared,
    plain,
  } = minute;
  // Without a request there is nothing to be beside.
  const limitOf = (value: number): Figure['limit'] =>
    value === 0 ? undefined : { name: 'plain fetches of the same', value };
  return [
    {
      name: `T11 over h2, ${when}: hot and warm`,
      value: hotAndWarmBytes,
      unit: 'bytes',
      limit: limitOf(plain.hotAndWarmBytes),
      target,
    },
    {
      name: `T11 over h2, ${when}: every group, compressed`,
      value: feeds.compressedBytes,
      unit: 'bytes',
      target,
    },
    { name: `T11 over h2, ${when}: every group`, value: feeds.bytes, unit: 'bytes' },
    {
      name: `T12 over h2, ${when}: comparisons of whole cool and cold collections, compressed`,
      value: compared.compressedBytes,
      unit: 'bytes',
    },
    {
      name: `T12 over h2, ${when}: comparisons of whole cool and cold collections`,
      value: compared.bytes,
      unit: 'bytes',
    },
    { name: `T11 over h2, ${when}: everything`, value: bytes, unit: 'bytes', limit: limitOf(plain.bytes) },
    { name: `T11 over h2, ${when}: everything, compressed`, value: compressedBytes, unit: 'bytes' },
    ...Object.entries(byGroup).map(([group, value]) => ({
      name: `T11 over h2, ${when}: of that ${group}`,
      value,
      unit: 'bytes' as const,
    })),
    {
      name: `T11 over h2, ${when}: hot and warm, of that comparisons (T12)`,
      value: comparedBytes,
      unit: 'bytes',
    },
    {
      name: `T11 over h2, ${when}: hot and warm, of that the share of listings that are rarer than an hour`,
      value: rareBytes,
      unit: 'bytes',
    },
    {
      name: `T11 over h2, ${when}: of that the share of listings that are rarer than an hour`,
      value: rareOfAllBytes,
      unit: 'bytes',
    },
    { name: `T11 over h2, ${when}: of that bodies`, value: bodyBytes, unit: 'bytes' },
    { name: `T11 over h2, ${when}: requests`, value: requests, unit: 'requests' },
  ];
}

function writeFigures(when: string, { rowWrites, bookWrites }: Minute): Figure[] {
  return [
    { name: `T10 idle minute, ${when}: rows written`, value: rowWrites, unit: 'rows', target: '0' },
    {
      name: `T10 idle minute, ${when}: writes of cursors and ages`,
      value: bookWrites,
      unit: 'times',
      target: '≤ 1',
    },
  ];
}

/** Minutes of the engine over HTTP/2, on a clock that jumps: averages of an hour, with its share of what comes less often. */
export async function idleOverH2(): Promise<Figure[]> {
  const { visible, focused, idle, hidden, offline } = await measureIdleWire();
  return [
    ...writeFigures('visible', visible),
    ...writeFigures('incident open', focused),
    ...minuteFigures('visible', visible, '≤ 10 KB'),
    ...minuteFigures('incident open', focused, '≤ 10 KB'),
    ...minuteFigures('nobody active', idle, '≤ 10 KB'),
    ...minuteFigures('hidden', hidden, '≤ 2 KB'),
    ...minuteFigures('offline', offline, '0'),
  ];
}

/** What it costs to find a deleted item among 100,000. */
export async function reconcile(): Promise<Figure[]> {
  const { rows, countBytes, digestBytes, digestGzipBytes, requests, leastBytes, bareGzipBytes } =
    await measureReconcile();
  const least = { name: 'the smallest exchange', value: leastBytes };
  const bare = { name: 'ids and stamps alone, compressed', value: bareGzipBytes };
  return [
    {
      name: `T12 count of ${rows} items over h2`,
      value: countBytes,
      unit: 'bytes',
      limit: least,
      target: '≤ 30 KB',
    },
    { name: `T12 digest of ${rows} items over h2`, value: digestBytes, unit: 'bytes' },
    {
      name: `T12 the same, compressed`,
      value: digestGzipBytes,
      unit: 'bytes',
      limit: bare,
      target: '≤ 3 MB in 6 h',
    },
    { name: `T12 requests of the digest`, value: requests, unit: 'requests' },
  ];
}

/** Waking up after eight hours. */
export async function resume(): Promise<Figure[]> {
  const { durationsMs, incidents } = await measureResume();
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const name = `T16 wake after 8 h → hot data current, ${incidents} incidents`;
  const limit = { name: `a round trip of ${RTT_MS} ms`, value: RTT_MS };
  const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  return [
    { name: `${name}, p50`, value: middle, unit: 'ms', limit },
    {
      name: `${name}, worst`,
      value: sorted.at(-1) ?? NaN,
      unit: 'ms',
      limit,
      target: '≤ 3 s',
    },
  ];
}
