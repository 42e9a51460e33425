import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';

export interface FieldTexts {
  label: string;
  /** The label is for assistive technology only (a search field beside its button). */
  isLabelHidden?: boolean | undefined;
  help?: ReactNode;
  /** One sentence; its presence makes the field invalid. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
}

export function FieldLabel({
  label,
  isLabelHidden,
  isRequired,
}: Pick<FieldTexts, 'label' | 'isLabelHidden' | 'isRequired'>): ReactElement {
  return (
    <Label className={cx('text-table font-medium text-fg', isLabelHidden && 'sr-only')}>
      {label}
      {isRequired === true && (
        <span aria-hidden className="ms-0.5 text-danger">
          *
        </span>
      )}
    </Label>
  );
}

export function FieldNotes({ help, error }: Pick<FieldTexts, 'help' | 'error'>): ReactElement {
  return (
    <>
      {help !== undefined && error === undefined && (
        <Text className="text-table text-muted" slot="description">
          {help}
        </Text>
      )}
      <FieldError className="flex items-start gap-1 text-table text-danger">
        {({ validationErrors }) => (
          <>
            <Icon className="mt-0.5" icon={CircleAlert} size={14} />
            <span>{error ?? validationErrors.join(' ')}</span>
          </>
        )}
      </FieldError>
    </>
  );
}
