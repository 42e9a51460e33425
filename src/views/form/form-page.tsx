import { useBlocker } from '@tanstack/react-router';
import { useId, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { FormBody } from './form-body.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useFormKeep } from './use-form-keep.ts';
import { useKitForm, type KitForm } from './use-kit-form.ts';

type FormPageProps = Omit<FormDialogProps, 'isOpen' | 'onOpenChange' | 'title' | 'description' | 'size'>;

/** A form as the body of a page or a tab. Its bar stays in view; leaving asks where it would lose what was typed. */
export function FormPage(props: FormPageProps): ReactElement {
  const { verb, busyVerb, keepAt, slots, readOnly, ...options } = props;
  const id = useId();
  const keep = useFormKeep(options.spec, keepAt);
  const form = useKitForm({ ...options, keep });
  return (
    <div className="flex max-w-[44rem] flex-col gap-4">
      {form.isAtRisk && <RouteQuestion />}
      <FormBody form={form} id={id} readOnly={readOnly} slots={slots} />
      {readOnly === undefined && <UnsavedBar busyVerb={busyVerb} form={form} id={id} verb={verb} />}
    </div>
  );
}

interface UnsavedBarProps extends Pick<FormPageProps, 'verb' | 'busyVerb'> {
  form: KitForm;
  id: string;
}

function UnsavedBar({ form, id, verb, busyVerb }: UnsavedBarProps): ReactElement {
  const { isDirty, isAtRisk, isPending, blocker, discard } = form;
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-page py-3">
      <output className="me-auto text-table text-muted">{isDirty ? unsavedText(isAtRisk) : ''}</output>
      {isDirty && (
        <Button variant="ghost" onPress={discard}>
          Discard
        </Button>
      )}
      <Button
        disabledReason={blocker}
        form={id}
        isPending={isPending && busyVerb === undefined}
        type="submit"
        variant="primary"
      >
        {isPending ? (busyVerb ?? verb) : verb}
      </Button>
    </div>
  );
}

function unsavedText(isAtRisk: boolean): string {
  return isAtRisk
    ? 'Not saved yet, and not kept on this device'
    : 'Not saved yet. What you typed is kept on this device.';
}

/** Another page, or the end of this one, waits for the answer. */
function RouteQuestion(): ReactElement {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      isOpen={leaving.status === 'blocked'}
      onLeave={() => leaving.proceed?.()}
      onStay={() => leaving.reset?.()}
    />
  );
}
