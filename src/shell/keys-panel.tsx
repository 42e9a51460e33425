import type { ReactElement } from 'react';
import {
  setSingleKeys,
  useShortcuts,
  useSingleKeys,
  type Shortcut,
} from '#src/platform/actions/shortcuts.ts';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';

/** Keys that are not commands of the registry but of the page itself. */
const FIXED: readonly Pick<Shortcut, 'id' | 'shown' | 'label' | 'group'>[] = [
  { id: 'regions', shown: ['F6'], label: 'Next region', group: 'Anywhere' },
  { id: 'regions-back', shown: ['Shift', 'F6'], label: 'Previous region', group: 'Anywhere' },
  { id: 'escape', shown: ['Esc'], label: 'Close the top layer', group: 'Anywhere' },
];

/** The keys that work on this page now, and the switch for single keys (WCAG 2.1.4). */
export function KeysPanel({ onClose }: { onClose: () => void }): ReactElement {
  const isOn = useSingleKeys();
  const able = useShortcuts().filter(({ disabledReason }) => disabledReason === undefined);
  const groups = groupShortcuts([...able, ...FIXED]);
  return (
    <Dialog isDismissable isOpen size="side" title="Keyboard" onOpenChange={onClose}>
      <Switch
        className="mb-5"
        help="They work outside text fields only. Ctrl K, F6 and Esc always work."
        isSelected={isOn}
        onChange={setSingleKeys}
      >
        Single keys and sequences
      </Switch>
      {groups.map(([group, shortcuts]) => (
        <section className="mb-5" key={group}>
          <h3 className="mb-1 text-table font-medium text-muted">{group}</h3>
          <dl className="divide-y divide-line border-y border-line">
            {shortcuts.map(({ id, shown, label }) => (
              <div className="flex min-h-9 items-center justify-between gap-4 text-table" key={id}>
                <dt>{label}</dt>
                <dd className="flex gap-1">
                  {shown.map((key, at) => (
                    <kbd
                      className="rounded-[4px] border border-line bg-chip px-1.5 py-px text-caption"
                      key={`${at} ${key}`}
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

type Line = Pick<Shortcut, 'id' | 'shown' | 'label' | 'group'>;

/** By group, in the order of first appearance; of one id only the last registration counts. */
export function groupShortcuts(lines: readonly Line[]): readonly (readonly [string, readonly Line[]])[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const groups = new Map<string, Line[]>();
  for (const line of byId.values()) groups.set(line.group, [...(groups.get(line.group) ?? []), line]);
  return [...groups];
}
