import type { ReactElement } from 'react';
import type { PickerProps } from '#src/views/list/list-filters.tsx';
import { NamePicker } from '#src/views/list/name-picker.tsx';
import { usePeople } from '../queries.ts';

export function OwnerList(props: PickerProps): ReactElement {
  return <NamePicker {...props} failure="Owner names could not be read:" label="Owner" live={usePeople()} />;
}
