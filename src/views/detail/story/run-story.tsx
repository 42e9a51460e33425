import { Paperclip, Repeat2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import type { Count, DetailSpec } from '../detail-spec.ts';
import type { Part } from '#sync/protocol/claim.ts';

/** A made-up record that is looked at over its list. */
export interface Run {
  readonly name: string;
  readonly artifacts: Count | null;
  readonly isRepeating: boolean;
}

interface RunWays {
  readonly useOne: (id: string) => Part<Run>;
  readonly onAttach: () => void;
  readonly onRepeat: () => void;
  readonly onRefresh: () => void;
}

/** A dialog with two tabs that no address knows. */
export function runSpec({ useOne, onAttach, onRepeat, onRefresh }: RunWays): DetailSpec<Run> {
  return {
    subject: { label: 'Run', notFound: 'Run not found', list: { label: 'Runs', href: () => '/ui' } },
    useOne,
    useHead: ({ value: { name, isRepeating } }) => ({
      name,
      title: name,
      marks: 'Started by hand',
      below: <StatusMark status="unhealthy" />,
      isOld: false,
      refresh: async () => onRefresh(),
      actions: [
        { is: 'button', id: 'attach', label: 'Attach', icon: Paperclip, key: 'e', onPress: onAttach },
        {
          is: 'button',
          id: 'repeat',
          label: 'Run again',
          icon: Repeat2,
          isPrimary: true,
          isPending: isRepeating,
          onPress: onRepeat,
        },
      ],
    }),
    tabs: [
      { id: 'steps', label: 'Steps', Body: Steps },
      {
        id: 'artifacts',
        label: 'Artifacts',
        Body: Artifacts,
        keeps: ['step'],
        count: (run) => run.artifacts,
      },
    ],
  };
}

function Steps(): ReactElement {
  return <p className="text-table">One step, which failed.</p>;
}

function Artifacts(): ReactElement {
  return <p className="text-table">core.dump</p>;
}
