import type { ResponderView } from '#sync/read/responders.ts';
import { ADA, GRACE, NO_MARKS } from './fake-replica.tsx';

export function responder(view: Partial<ResponderView> = {}): ResponderView {
  return {
    id: 'r-1',
    kind: 'person',
    who: ADA,
    externalId: null,
    addedBy: GRACE,
    createdAt: '2026-11-20T10:00:00Z',
    marks: NO_MARKS,
    ops: [],
    ...view,
  };
}
