import { expect, it } from 'vitest';
import { partsOfSize, sizeText } from './size-text.ts';

const UNITS = ['Mi', 'Gi', 'm'];

it('a size is its number and its unit, and the first unit where none is written', () => {
  expect(partsOfSize('512Mi', UNITS)).toEqual({ number: '512', unit: 'Mi' });
  expect(partsOfSize(' 1.5Gi ', UNITS)).toEqual({ number: '1.5', unit: 'Gi' });
  expect(partsOfSize('500m', UNITS)).toEqual({ number: '500', unit: 'm' });
  expect(partsOfSize('7', UNITS)).toEqual({ number: '7', unit: 'Mi' });
  expect(partsOfSize('many', UNITS)).toEqual({ number: 'many', unit: 'Mi' });
});

it('a unit without a number is no size', () => {
  expect([sizeText(' 2 ', 'Gi'), sizeText(' ', 'Gi')]).toEqual(['2Gi', '']);
});
