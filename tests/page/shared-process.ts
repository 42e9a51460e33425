import { afterAll, vi } from 'vitest';

// Files that share a process would find what another one put in place of a global.
afterAll(() => {
  vi.unstubAllGlobals();
});
