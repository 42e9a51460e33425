import { useRef, type ReactElement, type ReactNode } from 'react';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { DraftNotes, ReturnedText } from './draft-notes.tsx';
import { FormFields, type FormSlots } from './form-fields.tsx';
import { shownFields } from './form-values.ts';
import type { KitForm } from './use-kit-form.ts';

interface FormBodyProps {
  form: KitForm;
  /** Buttons outside of it send it by this. */
  id: string;
  slots?: FormSlots | undefined;
  readOnly?: string | undefined;
  isFocused?: boolean | undefined;
  /** Under the fields. */
  children?: ReactNode;
}

/** Fewer stand close enough to each other (ux 4.8). */
const SUMMED_UP_FROM = 4;

/** The fields of a form, with everything that has to be said of it. */
export function FormBody({ form, id, slots, readOnly, isFocused, children }: FormBodyProps): ReactElement {
  const ref = useRef<HTMLFormElement>(null);
  const { spec, failure } = form;
  const [words] = form.keep.drafts;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      id={id}
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(ref.current);
      }}
    >
      {readOnly !== undefined && <InlineBar tone="info">{readOnly}</InlineBar>}
      {spec.words !== undefined && words !== undefined && (
        <ReturnedText draft={{ ...words, takeReturned: form.takeReturned }} what={spec.words.what} />
      )}
      <FormFields form={form} isFocused={isFocused} readOnly={readOnly} slots={slots} />
      {children}
      <Summary form={form} />
      <Notes form={form} />
      {failure !== undefined && <InlineBar tone="error">{failure}</InlineBar>}
    </form>
  );
}

/** What is wrong, once it was pressed; the first of them has the focus. */
function Summary({ form }: { form: KitForm }): ReactElement | null {
  const { lacking, isTried, spec, values } = form;
  if (!isTried || lacking.size < SUMMED_UP_FROM) return null;
  const labels = shownFields(spec, values).flatMap(({ name, label }) => (lacking.has(name) ? [label] : []));
  return (
    <InlineBar tone="error">
      {lacking.size} fields need something: {labels.join(', ')}
    </InlineBar>
  );
}

function Notes({ form }: { form: KitForm }): ReactElement {
  const { drafts } = form.keep;
  const note = {
    restored: drafts.find(({ restored }) => restored !== null)?.restored ?? null,
    unread: drafts.find(({ unread }) => unread !== null)?.unread ?? null,
    isUnsaved: drafts.some(({ isUnsaved }) => isUnsaved),
    clear: form.discard,
  };
  return <DraftNotes draft={note} />;
}
