import { Monitor, Moon, Plus, Sun } from 'lucide-react';
import { useShortcuts, type Shortcut } from '#src/platform/actions/shortcuts.ts';
import { chooseTheme, useTheme, type ThemeChoice } from '#src/platform/device/theme.ts';
import { useWriteReason } from '#src/features/incidents/permissions.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import type { Entry, Part } from './matching.ts';
import { PALETTE_KEY } from './palette-key.ts';

/** The list of incidents registers it too, with its key. */
const NEW_INCIDENT = 'incident-new';

const THEMES: readonly { id: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: 'System theme', icon: Monitor },
  { id: 'light', label: 'Light theme', icon: Sun },
  { id: 'dark', label: 'Dark theme', icon: Moon },
];

/** What the registry of keys has for this screen, the last of an id; places are a group of their own. */
export function commandsOf(
  shortcuts: readonly Shortcut[],
  run: (work: () => void) => void,
): readonly Entry[] {
  const byId = new Map(shortcuts.map((shortcut) => [shortcut.id, shortcut]));
  return [...byId.values()]
    .filter(({ id }) => id !== PALETTE_KEY && !id.startsWith('go-area '))
    .toSorted((a, b) => Number(a.group === 'Anywhere') - Number(b.group === 'Anywhere'))
    .map((shortcut) => ({
      id: `command ${shortcut.id}`,
      label: shortcut.label,
      shortcut: shortcut.shown.join(' '),
      words: shortcut.group,
      disabledReason: shortcut.disabledReason,
      onAction: () => run(shortcut.run),
    }));
}

/** Commands of this screen, and those of everywhere. `run` does one once the palette is gone. */
export function useCommands(run: (work: () => void) => void, onNewIncident: () => void): Part {
  const shortcuts = useShortcuts();
  const theme = useTheme();
  const access = useAccess();
  const reason = useWriteReason('incident', 'incidents');
  const hasIncidents = access.isEnabled('incidents');
  const isNewHere = shortcuts.some(({ id }) => id === NEW_INCIDENT);
  const entries: Entry[] = [...commandsOf(shortcuts, run)];
  if (hasIncidents && !isNewHere) {
    entries.push({
      id: `command ${NEW_INCIDENT}`,
      label: 'New incident',
      icon: Plus,
      disabledReason: reason,
      words: 'create add outage',
      onAction: () => run(onNewIncident),
    });
  }
  entries.push(
    ...THEMES.map(({ id, ...item }) => ({
      ...item,
      id: `theme ${id}`,
      words: 'theme appearance colour',
      isChosen: id === theme,
      onAction: () => run(() => chooseTheme(id)),
    })),
  );
  return { id: 'commands', title: 'Commands', mark: '>', entries };
}
