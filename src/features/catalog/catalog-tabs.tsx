import type { ReactElement } from 'react';
import { configTypeToUrl } from '#src/lib/config-type.ts';
import { cx } from '#src/ui/class-names.ts';
import { TextLink } from '#src/ui/text-link.tsx';

/** Pages of the catalog that there are (spec 2: "Tabs"); the first three keep the type. */
const TABS = [
  { id: 'catalog', label: 'Catalog', path: '/catalog' },
  { id: 'changes', label: 'Changes', path: '/catalog/changes' },
  { id: 'insights', label: 'Insights', path: '/catalog/insights' },
] as const;

interface CatalogTabsProps {
  current: (typeof TABS)[number]['id'];
  /** The type that is listed; empty for all of them. */
  configType: string;
}

/** The pages of the catalog: links, not ARIA tabs, because each is a page of its own. */
export function CatalogTabs({ current, configType }: CatalogTabsProps): ReactElement {
  const query =
    configType === ''
      ? ''
      : `?${new URLSearchParams({ configType: configTypeToUrl(configType) }).toString()}`;
  return (
    <nav aria-label="Catalog pages" className="flex items-center gap-1">
      {TABS.map(({ id, label, path }) => (
        <TextLink
          className={cx(
            'rounded-control px-2 py-1 text-table no-underline!',
            id === current ? 'bg-chip text-fg!' : 'text-muted! hover:text-fg!',
          )}
          href={`${path}${query}`}
          isCurrent={id === current}
          key={id}
        >
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
