import { BookOpen, CircleHelp, Keyboard } from 'lucide-react';
import type { ReactElement } from 'react';
import { defaultRuntimeConfig, runtimeConfig } from '#src/platform/config.ts';
import { useAnswer } from '#src/platform/replica/use-answer.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { usePanel } from './panel-links.ts';

/** Documentation and keys, in the same place on every page (WCAG 3.2.6). */
export function HelpMenu(): ReactElement {
  const { openPanel } = usePanel();
  const config = useAnswer(runtimeConfig);
  const { docsUrl } = config.state === 'known' ? config.value : defaultRuntimeConfig;
  return (
    <Menu
      groups={[
        {
          id: 'Help',
          items: [
            {
              id: 'docs',
              label: 'Documentation',
              icon: BookOpen,
              description: new URL(docsUrl).host,
              onAction: () => window.open(docsUrl, '_blank', 'noopener,noreferrer'),
            },
            {
              id: 'keys',
              label: 'Keyboard',
              icon: Keyboard,
              shortcut: '?',
              onAction: () => openPanel('keys'),
            },
          ],
        },
      ]}
      label="Help"
      placement="bottom end"
      trigger={<IconButton icon={CircleHelp} label="Help" />}
    />
  );
}
