import type { ReactElement, ReactNode } from 'react';
import { indexOnly, type PickOnly } from '#sync/protocol/resource-selector.ts';
import { peopleRead, teamNamesRead } from '#sync/read/names.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { PickSource } from './form-spec.ts';
import { IndexPick, SubjectPick, type FoundPickProps } from './found-pick.tsx';
import { PickOne } from './pick-one.tsx';

/** One row out of those on this device. */
export function PickField({
  from,
  only,
  ...given
}: FoundPickProps & { from: PickSource; only?: PickOnly | undefined }): ReactElement {
  const field = { ...given, help: helpWith(given.help, from, only) };
  switch (from) {
    case 'people':
    case 'teams':
      return <NamePick {...field} from={from} />;
    case 'checks':
    case 'components':
      return <SubjectPick {...field} from={from} only={only} />;
    case 'configs':
      return <IndexPick {...field} only={only} />;
  }
}

/** Never wider than the playbook asks for without a word. */
function helpWith(help: FoundPickProps['help'], from: PickSource, only: PickOnly | undefined): ReactNode {
  if (only === undefined) return help;
  const ignored = from === 'configs' ? indexOnly(only).ignored : only.ignored;
  if (ignored.length === 0) return help;
  const note = `Not narrowed by ${ignored.join(', ')}: there may be some in the list that it is not meant for.`;
  return help === undefined || help === '' ? (
    note
  ) : (
    <>
      {help} {note}
    </>
  );
}

function NamePick({ from, ...field }: FoundPickProps & { from: 'people' | 'teams' }): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(from === 'people' ? peopleRead : teamNamesRead), [model, from]);
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
