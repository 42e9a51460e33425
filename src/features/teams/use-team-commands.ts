import { useMemo } from 'react';
import type { Command } from '#sync/protocol/command.ts';
import { useRowCommands } from '#src/views/use-row-commands.ts';

/** Saves a change of a team; what became of it is said in these words (spec 8). */
export function useTeamCommands(
  screen: string,
): (command: Command, saved: string, failed: string) => Promise<void> {
  const save = useRowCommands(screen);
  return useMemo(
    () => (command: Command, saved: string, failed: string) => save(command, { saved, failed: () => failed }),
    [save],
  );
}
