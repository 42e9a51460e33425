import { useBlocker } from '@tanstack/react-router';
import { useId, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { FormBody } from './form-body.tsx';
import type { AnyForm } from './form-spec.ts';
import { shownFields } from './form-values.ts';
import type { FormDialogProps } from './form-dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useFormKeep } from './use-form-keep.ts';
import { useKitForm, type KitForm } from './use-kit-form.ts';

interface FormPageProps extends Omit<
  FormDialogProps,
  'isOpen' | 'onOpenChange' | 'title' | 'description' | 'size' | 'waiting'
> {
  /** What it does cannot be taken back: it is not pressed before all of it is there. */
  isHeldUntilValid?: true;
}

/** A form as the body of a page or a tab. Its bar stays in view; leaving asks where it would lose what was typed. */
export function FormPage(props: FormPageProps): ReactElement {
  const { verb, busyVerb, keepAt, slots, readOnly, isHeldUntilValid, ...options } = props;
  const id = useId();
  const keep = useFormKeep(options.spec, keepAt);
  const form = useKitForm({ ...options, keep });
  return (
    <div className="flex max-w-[44rem] flex-col gap-4">
      {form.isAtRisk && <RouteQuestion />}
      <FormBody form={form} id={id} readOnly={readOnly} slots={slots} />
      {readOnly === undefined && (
        <UnsavedBar
          blocker={form.blocker ?? (isHeldUntilValid ? stillNeeded(form) : undefined)}
          {...{ busyVerb, form, id, verb }}
        />
      )}
    </div>
  );
}

interface UnsavedBarProps extends Pick<FormPageProps, 'verb' | 'busyVerb'> {
  form: KitForm;
  id: string;
  blocker: string | undefined;
}

/** Which fields it waits for. */
function stillNeeded({ lacking, spec, values }: KitForm): string | undefined {
  const labels = shownFields(spec, values).flatMap(({ name, label }) => (lacking.has(name) ? [label] : []));
  return labels.length === 0 ? undefined : `Still needed: ${labels.join(', ')}`;
}

function UnsavedBar({ form, id, blocker, verb, busyVerb }: UnsavedBarProps): ReactElement {
  const { isDirty, isAtRisk, isPending, discard, spec } = form;
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-page py-3">
      <output className="me-auto text-table text-muted">{isDirty ? unsavedText(spec, isAtRisk) : ''}</output>
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

function unsavedText({ submit }: AnyForm, isAtRisk: boolean): string {
  const yet = submit.kind === 'effect' ? 'Not sent yet' : 'Not saved yet';
  return isAtRisk ? `${yet}, and not kept on this device` : `${yet}. What you typed is kept on this device.`;
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
