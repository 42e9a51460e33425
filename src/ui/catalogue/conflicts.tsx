import type { ReactElement } from 'react';
import { ConflictReview, type ConflictField } from '../overlays/conflict-review.tsx';

const STATUS: ConflictField = {
  name: 'status',
  label: 'Status',
  base: 'Open',
  theirs: 'Resolved',
  mine: 'Investigating',
  mineValue: '',
  options: [
    { id: 'closed', label: 'Closed' },
    { id: 'open', label: 'Open' },
  ],
};

const BEFORE =
  'Checkout fails for some users since 9:00. The pool of the payments database is at its limit.\n\nNext: raise the limit to 60 and watch the queue.';

const TEXTS = {
  base: BEFORE,
  theirs: BEFORE.replace('9:00', '8:40').replace('some users', 'all users in the EU'),
  mine: BEFORE.replace('raise the limit to 60 and watch', 'drain node 3, then watch'),
};

const DESCRIPTION: ConflictField = {
  name: 'description',
  label: 'Description',
  ...TEXTS,
  mineValue: TEXTS.mine,
  texts: TEXTS,
};

/** The conflict review with what it offers: legal moves only, and two texts word by word. */
export function ConflictSpecimens(): ReactElement {
  return (
    <div className="grid min-w-0 gap-6 @min-[900px]:grid-cols-2">
      <ConflictReview
        fields={[STATUS]}
        mineBlocked="Resolved cannot become Investigating. Keep theirs, or choose another status."
        title="The status was changed on the server too"
        onDecide={() => undefined}
      />
      <ConflictReview
        fields={[DESCRIPTION]}
        title="The description was changed on the server too"
        onDecide={() => undefined}
      />
    </div>
  );
}
