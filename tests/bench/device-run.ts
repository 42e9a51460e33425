import { measureDevice } from './device.ts';
import type { Heap } from './heaps.ts';
import { inThousands, type Figure } from './report.ts';

/** Rows the target of the worker speaks of. */
const TARGET_ROWS = 130_000;

const megabytes = (bytes: number): number => bytes / 1e6;
const sizeOf = ({ objects, buffers }: Heap): number => megabytes(objects + buffers);

/** T5, T7, T13, T14 in the built app with everything of the large seed on the device. */
export async function device(executablePath: string | undefined): Promise<Figure[]> {
  const of = await measureDevice(executablePath);
  const frame = { name: 'a frame of the same page', value: of.frame.p50 };
  const frameTail = { name: 'a frame of the same page', value: of.frame.p95 };
  const otherFrame = { name: 'a frame of that page', value: of.otherFrame.p50 };
  const otherTail = { name: 'a frame of that page', value: of.otherFrame.p95 };
  const pulled = { name: 'JSON of the first pull', value: of.pulledBytes };
  const blank = { name: 'a blank page', value: sizeOf(of.blankPage) };
  const catalog = `T5 keystroke → list of ${inThousands(of.items)} catalog items painted`;
  return [
    { name: `${catalog}, p50`, value: of.search.p50, unit: 'ms', limit: frame },
    { name: `${catalog}, p95`, value: of.search.p95, unit: 'ms', limit: frameTail, target: '≤ 32 ms' },
    {
      name: 'T5 worst task of the page meanwhile',
      value: of.worstSearchTaskMs,
      unit: 'ms',
      target: '≤ 50 ms',
    },
    { name: 'T7 write → painted, p50', value: of.write.p50, unit: 'ms', limit: frame, target: '≤ 16 ms' },
    { name: 'T7 write → painted, p95', value: of.write.p95, unit: 'ms', limit: frameTail, target: '≤ 50 ms' },
    {
      name: 'T7 write → painted in a second tab, p50',
      value: of.otherTab.p50,
      unit: 'ms',
      limit: otherFrame,
    },
    {
      name: 'T7 write → painted in a second tab, p95',
      value: of.otherTab.p95,
      unit: 'ms',
      limit: otherTail,
      target: '≤ 100 ms',
    },
    { name: 'T13 rows in the indexes of the worker', value: of.indexed, unit: 'rows' },
    {
      name: 'T13 worker with these indexes',
      value: sizeOf(of.worker),
      unit: 'MB',
      limit: { name: pulled.name, value: megabytes(pulled.value) },
    },
    {
      name: 'T13 the same, for 130,000 rows',
      value: (sizeOf(of.worker) * TARGET_ROWS) / of.indexed,
      unit: 'MB',
      target: '≤ 24 MB',
    },
    { name: 'T13 of that: columns', value: megabytes(of.worker.buffers), unit: 'MB' },
    {
      name: 'T13 page with the longest list',
      value: sizeOf(of.page),
      unit: 'MB',
      limit: blank,
      target: '≤ 80 MB',
    },
    ...of.identified.flatMap(({ path, rows, places }): Figure[] => [
      { name: `T13 rows on ${path}`, value: rows, unit: 'rows', target: '≤ 5,000' },
      { name: `T13 places in lists on ${path}`, value: places, unit: 'objects' },
    ]),
    {
      name: 'T14 disk of the large seed',
      value: of.diskBytes,
      unit: 'bytes',
      limit: pulled,
      target: '≤ 150 MB',
    },
  ];
}
