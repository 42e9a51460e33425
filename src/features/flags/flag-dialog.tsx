import { useState, type ReactElement } from 'react';
import type { Flag } from '#sync/protocol/flags.ts';
import { Button } from '#src/ui/button.tsx';
import { FormDialog } from '#src/views/form/form-dialog.tsx';
import type { FormSlots } from '#src/views/form/form-fields.tsx';
import { textAt } from '#src/views/form/form-values.ts';
import type { Submission } from '#src/views/form/submission.ts';
import type { Refused } from '#src/views/form/use-kit-form.ts';
import { DeleteFlag } from './delete-flag.tsx';
import { flagForm } from './flag.form.ts';
import { useFlagBlocker, useFlagReason } from './flag-rights.ts';
import { useFlagWrite } from './use-flag-write.ts';

interface FlagDialogProps {
  /** Null for a new one. */
  flag: Flag | null;
  onClose: () => void;
}

/** A flag lies on no disk of this device, what is typed of one neither: closing asks. */
const UNKEPT = { lines: null };

/** Adds or changes a flag, with a connection only. */
export function FlagDialog({ flag, onClose }: FlagDialogProps): ReactElement {
  const [spec] = useState(() => flagForm(flag === null));
  const [isDeleting, setDeleting] = useState(false);
  const readOnly = useFlagReason(flag ?? undefined);
  const blocker = useFlagBlocker();
  const { seen, write } = useFlagWrite(flag?.value ?? '');
  const submit = async (submission: Submission): Promise<Refused | void> => {
    if (submission.kind !== 'online') return undefined;
    const name = textAt(submission.call.body, 'name');
    const value = textAt(submission.call.body, 'value');
    if (flag === null) {
      const problem = await write({ kind: 'add', name, value });
      return problem === undefined ? undefined : { name: problem };
    }
    if (value === seen) return undefined;
    const problem = await write({ kind: 'update', name: flag.name, value, seen });
    return problem === undefined ? undefined : { '': problem };
  };
  return (
    <>
      <FormDialog
        isOpen
        blocker={blocker}
        busyVerb={flag === null ? 'Saving' : 'Updating'}
        keepAt={UNKEPT}
        readOnly={readOnly}
        resolve={flag === null ? undefined : () => fixedOf(flag)}
        row={flag === null ? null : { name: flag.name, value: flag.value }}
        slots={readOnly === undefined ? slotsOf(blocker, () => setDeleting(true)) : undefined}
        spec={spec}
        description={readOnly}
        title={flag === null ? 'Add feature flag' : 'Edit feature flag'}
        verb={flag === null ? 'Save' : 'Update'}
        onDone={onClose}
        onOpenChange={onClose}
        onSubmit={async (submission) => submit(submission)}
      />
      {isDeleting && flag !== null && (
        <DeleteFlag blocker={blocker} flag={flag} onClose={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </>
  );
}

function slotsOf(blocker: string | undefined, onDelete: () => void): FormSlots {
  const remove = (): ReactElement => (
    <Button disabledReason={blocker} variant="danger" onPress={onDelete}>
      Delete flag
    </Button>
  );
  return { fields: { remove } };
}

function fixedOf({ name, value }: Flag) {
  return {
    base: { name, value, remove: '' },
    fixed: { name: 'The name of a flag stays: add another one and delete this' },
  };
}
