/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceClaim } from '#sync/protocol/claim.ts';
import { readRun } from '../run-row.ts';
import { RunAddressProvider } from './run-address.ts';
import { StepsTab } from './steps-tab.tsx';

afterEach(cleanup);

it.each([
  ['Its steps are not on this device yet.', '2026-01-01T00:01:00Z', false],
  ['It ended before its first step.', '2026-01-01T00:01:00Z', true],
  ['No step has begun yet.', null, true],
])('of no steps it says: %s', (words, end, areStepsKnown) => {
  const run = readRun({ id: 'r1', playbook_id: 'p1', status: 'running', end_time: end });
  if (run === undefined) throw new Error('no run');
  const value = { run, steps: [], areStepsKnown, parameters: undefined, turn: 0, again: () => undefined };
  render(
    <RunAddressProvider value={{ action: undefined, onAction: () => undefined }}>
      <StepsTab claim={deviceClaim('complete', null)} id="r1" value={value} />
    </RunAddressProvider>,
  );
  expect(screen.getByText(words)).toBeDefined();
});
