import { expect, test } from 'vitest';
import { isInRange } from '../bootstrap.mjs';
import { completed, missingBinaries } from '../complete-lock.mjs';
import { read } from './source-files.ts';

const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> }; // shape of our own file

test('package-lock.json names the binaries of every platform, or npm ci refuses it everywhere', () => {
  expect(missingBinaries(lock)).toEqual([]);
});

test('a binary left out of the lock file is found, and entered for its own platform only', () => {
  const packages = {
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { 'tool-linux-x64-musl': 'v1.0.0' },
    },
  };
  expect(completed({ packages }).packages['node_modules/tool-linux-x64-musl']).toEqual({
    version: '1.0.0',
    dev: true,
    optional: true,
    cpu: ['x64'],
    os: ['linux'],
    libc: ['musl'],
  });
});

test('engines of package.json lets through no Node that one of the packages refuses', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }; // shape of our own file
  const allowed = (version: string): boolean => isInRange(version, engines.node);
  expect(['20.18.3', '21.7.3', '22.12.0', '23.5.0'].filter(allowed)).toEqual([]);
  expect(
    ['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.1.0'].filter((version) => !allowed(version)),
  ).toEqual([]);
});
