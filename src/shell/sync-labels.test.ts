import { expect, test } from 'vitest';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { chipWords } from './sync-labels.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const status = (more: Partial<SyncStatus>): SyncStatus => ({
  phase: 'live',
  isLeader: true,
  waiting: 0,
  needsAttention: 0,
  progress: null,
  asOf: '2026-11-21T11:59:30Z',
  reason: null,
  updatedAt: NOW,
  ...more,
});

test.each<[Partial<SyncStatus>, string]>([
  [{}, 'Live'],
  [{ asOf: '2026-11-21T12:00:40Z' }, 'Live'],
  [{ phase: 'starting', asOf: null }, 'Starting'],
  [{ asOf: null }, 'Starting'],
  [{ asOf: 'yesterday' }, 'Starting'],
  [{ phase: 'starting' }, 'Updated now'],
  [{ phase: 'starting', asOf: '2026-11-21T12:00:40Z' }, 'Updated now'],
  [{ phase: 'starting', asOf: '2026-11-21T11:56:00Z' }, 'Updated 4 min ago'],
  [{ phase: 'syncing' }, 'Syncing'],
  [{ phase: 'syncing', progress: { done: 3, total: 12 } }, 'Syncing 3/12'],
  [{ waiting: 2 }, 'Sending 2'],
  [{ asOf: '2026-11-21T11:56:00Z' }, 'Updated 4 min ago'],
  [{ asOf: '2026-11-21T09:00:00Z' }, 'Updated 3 h ago'],
  [{ phase: 'offline' }, 'Offline'],
  [{ phase: 'offline', waiting: 2 }, 'Offline – 2 waiting'],
  [{ phase: 'offline', waiting: 2, needsAttention: 1 }, 'Offline – 1 needs attention'],
  [{ phase: 'offline', needsAttention: 2 }, 'Offline – 2 need attention'],
  [{ phase: 'unreachable' }, 'Server unreachable'],
  [{ phase: 'signed-out', waiting: 2 }, 'Signed out – 2 waiting'],
  [{ needsAttention: 1, waiting: 3 }, 'Needs attention 1'],
  [{ phase: 'storage-failed', waiting: 3 }, 'Storage failed'],
  [{ isFull: true }, 'Device full'],
  [{ phase: 'unreachable', isFull: true, waiting: 1 }, 'Device full – 1 waiting'],
  [{ phase: 'signed-out', isFull: true }, 'Signed out'],
])('%o says "%s"', (more, text) => {
  expect(chipWords(status(more), 'current', NOW).text).toBe(text);
});

test.each<[Partial<SyncStatus>, string, string]>([
  [{}, 'Live – 1 prepared', '1 prepared'],
  [{ asOf: '2026-11-21T11:56:00Z' }, 'Updated 4 min ago – 1 prepared', '1 prepared'],
  [{ phase: 'offline' }, 'Offline – 1 prepared', '1 prepared'],
  [{ phase: 'offline', waiting: 2 }, 'Offline – 2 waiting, 1 prepared', '2 waiting, 1 prepared'],
  [{ needsAttention: 1 }, 'Needs attention 1', 'Needs attention 1'],
  [{ waiting: 2 }, 'Sending 2', 'Sending 2'],
  [{ phase: 'syncing' }, 'Syncing', 'Syncing'],
])('%o with a prepared action says "%s"', (more, text, shortText) => {
  expect(chipWords(status(more), 'current', NOW, 1)).toMatchObject({ text, shortText });
});

test('a waiting version is said only when nothing else is', () => {
  expect(chipWords(status({}), 'waiting', NOW).text).toBe('Update ready');
  expect(chipWords(status({ waiting: 1 }), 'waiting', NOW).text).toBe('Sending 1');
  expect(chipWords(status({ phase: 'offline' }), 'stale', NOW).text).toBe('Offline');
});

test.each<[Partial<SyncStatus>, string]>([
  [{}, 'Live'],
  [{ phase: 'unreachable' }, 'Server unreachable'],
  [{ phase: 'unreachable', waiting: 1 }, '1 waiting'],
  [{ phase: 'signed-out', waiting: 2, needsAttention: 1 }, '1 needs attention'],
  [{ needsAttention: 1 }, 'Needs attention 1'],
])('%o says "%s" where there is little room, and the long text contains it', (more, text) => {
  const words = chipWords(status(more), 'current', NOW);
  expect(words.shortText).toBe(text);
  expect(words.text).toContain(text);
});
