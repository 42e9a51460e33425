import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FieldTexts } from '#src/ui/forms/field-parts.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';

/** What stands under several controls that are one field: what is wrong, else the help. */
export function GroupNotes({ help, error }: Pick<FieldTexts, 'help' | 'error'>): ReactElement | null {
  if (error === undefined) return help === undefined ? null : <p className="text-table text-muted">{help}</p>;
  return (
    <p className="flex items-start gap-1 text-table text-danger" role="alert">
      <Icon className="mt-0.5" icon={CircleAlert} size={14} />
      {error}
    </p>
  );
}
