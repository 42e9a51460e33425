import type { ReactElement } from 'react';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { PickSource } from './form-spec.ts';
import { IndexPick, SubjectPick, type FoundPickProps } from './found-pick.tsx';
import { PickOne } from './pick-one.tsx';

/** One row out of those on this device. */
export function PickField({
  from,
  types,
  ...field
}: FoundPickProps & { from: PickSource; types?: readonly string[] | undefined }): ReactElement {
  switch (from) {
    case 'people':
    case 'teams':
      return <NamePick {...field} from={from} />;
    case 'checks':
    case 'components':
      return <SubjectPick {...field} from={from} types={types} />;
    case 'configs':
      return <IndexPick {...field} types={types} />;
  }
}

function NamePick({ from, ...field }: FoundPickProps & { from: 'people' | 'teams' }): ReactElement {
  const model = useReadModel();
  const live = useLive(() => (from === 'people' ? model.people() : model.teams()), [model, from]);
  const { label, error, help, isRequired = false, value, onChange } = field;
  return (
    <PickOne
      error={error}
      help={typeof help === 'string' ? help : undefined}
      isRequired={isRequired}
      label={label}
      live={live}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
