import type { ReactElement, ReactNode } from 'react';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { itemHelp, itemLine } from './done-labels.ts';

interface EvidenceChoiceProps {
  live: Live<Read<readonly DoneItem[]>>;
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Evidences that are not part of the definition of done, to choose from. */
export function EvidenceChoice({ live, chosen, onChange }: EvidenceChoiceProps): ReactElement {
  return (
    <EvidencesLoaded live={live}>
      {(items) => {
        const open = items.filter(({ isPart }) => !isPart);
        if (open.length === 0) {
          return (
            <p className="text-table text-muted">
              There are no evidences which are not part of definition of done
            </p>
          );
        }
        return (
          <ul aria-label="Evidences" className="flex flex-col divide-y divide-line">
            {open.map((item) => (
              <li className="py-1" key={item.id}>
                <Checkbox
                  className="w-full"
                  help={itemHelp(item)}
                  isSelected={chosen.includes(item.id)}
                  onChange={(isOn) =>
                    onChange(isOn ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))
                  }
                >
                  <span className="line-clamp-3 wrap-any">{itemLine(item)}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
        );
      }}
    </EvidencesLoaded>
  );
}

interface EvidencesLoadedProps {
  live: Live<Read<readonly DoneItem[]>>;
  children: (items: readonly DoneItem[]) => ReactNode;
}

/** What stands in the place of the evidences while they are not here; an incident without any says so. */
export function EvidencesLoaded({ live, children }: EvidencesLoadedProps): ReactElement {
  if (live.value === undefined) {
    if (live.status === 'failed')
      return <ReadFailedBar error={live.error}>The evidences cannot be read</ReadFailedBar>;
    return <output className="text-table text-muted">Loading evidences please wait...</output>;
  }
  const { data, state } = live.value;
  if (data.length === 0) return <p className="text-table text-muted">{emptyWords(state)}</p>;
  return <>{children(data)}</>;
}

/** "None" is said only of a whole copy (I23). */
function emptyWords(state: Read<unknown>['state']): string {
  switch (state) {
    case 'complete':
      return 'There are no evidences provided for this incident';
    case 'forbidden':
      return 'Your role does not allow reading evidences';
    case 'never':
    case 'partial':
    case 'skew':
      return 'The evidences of this incident are not on this device yet';
  }
}
