import type { ReactElement } from 'react';
import { peopleRead } from '#sync/read/names.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { MentionTextArea } from '#src/ui/forms/mention-text-area.tsx';

interface MentionsFieldProps {
  label: string;
  help: string | undefined;
  error: string | undefined;
  minRows: number;
  placeholder: string | undefined;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: string | undefined;
}

/** Several lines in which people of this device are named after an "@". */
export function MentionsField(props: MentionsFieldProps): ReactElement {
  const { label, help, error, minRows, placeholder, value, onChange, isReadOnly } = props;
  const model = useReadModel();
  const people = useLive(() => model.late(peopleRead), [model]);
  return (
    <div className="flex flex-col gap-1.5">
      <MentionTextArea
        disabledReason={isReadOnly}
        label={label}
        minRows={minRows}
        people={people.value?.data ?? []}
        peopleError={
          people.status === 'failed'
            ? `Names for mentions could not be read from this device: ${people.error.message}`
            : undefined
        }
        placeholder={placeholder ?? ''}
        value={value}
        onChange={onChange}
      />
      {error === undefined ? (
        help !== undefined && <p className="text-table text-muted">{help}</p>
      ) : (
        <p className="text-table text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
