import { Download, Lock, LockOpen, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { initials } from '#src/lib/initials.ts';
import { buildConfig } from '#src/platform/config.ts';
import { isLockOn } from '#src/platform/session/device-lock.ts';
import { install, useInstall, type InstallState } from '#src/platform/shell/install.ts';
import type { SessionIdentity } from '#src/platform/session/session.ts';
import { chooseTheme, useTheme, type ThemeChoice } from '#src/platform/device/theme.ts';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Menu, type MenuAction, type MenuGroup } from '#src/ui/overlays/menu.tsx';
import { useBackendVersion } from './backend-version.ts';
import { visibleSettings } from './areas.ts';
import { useSidebarMode } from './sidebar-mode.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { LazySignOut } from './lazy-sign-out.tsx';

// Few people lock, and once.
const LockDialog = lazy(async () => {
  const { LockDialog: component } = await import('#src/features/account/lock-dialog.tsx');
  return { default: component };
});

const THEMES: readonly { id: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: 'System theme', icon: Monitor },
  { id: 'light', label: 'Light theme', icon: Sun },
  { id: 'dark', label: 'Dark theme', icon: Moon },
];

/** Who is here, the theme, installing, versions and the way out. */
export function UserMenu({ identity }: { identity: SessionIdentity }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isLocking, setLocking] = useState(false);
  const isLocked = isLockOn(identity.userId);
  const theme = useTheme();
  const installState = useInstall();
  const backendVersion = useBackendVersion(isOpen);
  const groups: readonly MenuGroup[] = [
    {
      id: 'theme',
      title: personLine(identity),
      items: THEMES.map((item) => ({
        ...item,
        isChosen: item.id === theme,
        onAction: () => chooseTheme(item.id),
      })),
    },
    ...useSettingsGroup(),
    ...installGroup(installState),
    {
      id: 'session',
      title: `Frontend ${buildConfig.frontendVersion} · Backend ${backendVersion ?? 'not known'}`,
      items: [
        ...lockItems(isLocked, () => setLocking(true)),
        { id: 'sign-out', label: 'Sign out', icon: LogOut, onAction: () => setLeaving(true) },
      ],
    },
  ];
  return (
    <>
      <Menu
        groups={groups}
        isOpen={isOpen}
        label="User"
        placement="bottom end"
        trigger={
          <AriaButton
            // The initials are what the eye sees, so speech control may be told to press them (WCAG 2.5.3).
            aria-label={`${initials(identity.name)}, ${identity.name}, user menu`}
            className="grid size-control shrink-0 place-items-center rounded-full data-hovered:bg-hover data-pressed:bg-pressed"
          >
            <Avatar id={identity.userId} isDecorative name={identity.name} />
          </AriaButton>
        }
        onOpenChange={setOpen}
      />
      {isLocking && (
        <Suspense>
          <LockDialog identity={identity} isOn={isLocked} onClose={() => setLocking(false)} />
        </Suspense>
      )}
      {isLeaving && <LazySignOut onClose={() => setLeaving(false)} />}
    </>
  );
}

/** Where the bar of areas has no room for the settings they are here. */
function useSettingsGroup(): readonly MenuGroup[] {
  const { history } = useRouter();
  const settings = visibleSettings(useAccess());
  if (useSidebarMode() !== 'bottom' || settings.length === 0) return [];
  const items = settings.map(({ label, href, icon }) => ({
    id: href,
    label,
    icon,
    onAction: () => history.push(href),
  }));
  return [{ id: 'settings', title: 'Settings', items }];
}

function lockItems(isLocked: boolean, onChange: () => void): readonly MenuAction[] {
  if (!isLocked) {
    return [
      {
        id: 'lock',
        label: 'Lock this device…',
        icon: Lock,
        description: 'With a PIN or a passkey',
        onAction: onChange,
      },
    ];
  }
  return [
    // The key is in memory alone: a fresh page has none.
    { id: 'lock-now', label: 'Lock now', icon: Lock, onAction: () => location.reload() },
    { id: 'unlock', label: 'Take the lock off…', icon: LockOpen, onAction: onChange },
  ];
}

function personLine({ name, email }: SessionIdentity): string {
  return email === '' || email === name ? name : `${name} · ${email}`;
}

function installGroup(state: InstallState): readonly MenuGroup[] {
  if (state.kind === 'installed') return [];
  const item: MenuAction = {
    id: 'install',
    label: `Install ${buildConfig.productName}`,
    icon: Download,
    // The real reason (ux need 17): a browser may clear the storage of a tab, not so easily that of an installed app.
    ...(state.kind === 'available'
      ? {
          description: 'Keeps unsent work safer and opens without a network',
          onAction: () => void install(),
        }
      : { disabledReason: state.how }),
  };
  return [{ id: 'install', items: [item] }];
}
