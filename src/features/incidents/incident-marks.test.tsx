import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HypothesisStatusGlyph, IncidentStatusGlyph, IncidentTypeGlyph } from './incident-marks.tsx';

const htmlOf = (value: string): string =>
  render(
    <>
      <IncidentTypeGlyph type={value} />
      <IncidentStatusGlyph status={value} />
      <HypothesisStatusGlyph status={value} />
    </>,
  ).container.innerHTML;

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a type or status named %s, like a member of every object, is drawn as one that is not known',
  (name) => {
    expect(htmlOf(name)).toBe(htmlOf('nobody knows this'));
  },
);
