import { expect, it } from 'vitest';
import { stampParts } from './stamp-parts.ts';

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}+00:00`;

it('[REC11] parts hold every stamp once, in order, and are open at both ends', () => {
  expect(stampParts([at(3), at(1), at(5), at(2), at(4)], 2)).toEqual([
    { after: null, upTo: at(2), rows: 2 },
    { after: at(2), upTo: at(4), rows: 2 },
    { after: at(4), upTo: null, rows: 1 },
  ]);
});

it('[REC11] rows of one moment are in one part, however it is printed', () => {
  expect(stampParts([at(1), '2026-03-01T12:00:02+02:00', at(2), at(2), at(3)], 2)).toEqual([
    { after: null, upTo: '2026-03-01T12:00:02+02:00', rows: 4 },
    { after: '2026-03-01T12:00:02+02:00', upTo: null, rows: 1 },
  ]);
});

it('[REC11] rows of a single moment are one part, and no rows none', () => {
  expect(stampParts([at(1), at(1), at(1)], 2)).toEqual([{ after: null, upTo: null, rows: 3 }]);
  expect(stampParts([])).toEqual([]);
});
