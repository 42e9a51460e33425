import { vi } from 'vitest';

/* jsdom has no layout: nothing has a width, a plot is not drawn, and an editor finds nothing to measure. */

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
