import type { ReactElement } from 'react';
import { configTypeToUrl } from '#src/lib/config-type.ts';
import { cx } from '#src/ui/class-names.ts';
import { TextLink } from '#src/ui/text/text-link.tsx';

/** Pages of the catalog (spec 2: "Tabs"); "The first three keep the configType query parameter". */
const TABS = [
  { id: 'catalog', label: 'Catalog', path: '/catalog', keepsType: true },
  { id: 'changes', label: 'Changes', path: '/catalog/changes', keepsType: true },
  { id: 'insights', label: 'Insights', path: '/catalog/insights', keepsType: true },
  { id: 'scrapers', label: 'Scrapers', path: '/catalog/scrapers', keepsType: false },
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
      {TABS.map(({ id, label, path, keepsType }) => (
        <TextLink
          className={cx(
            'inline-flex items-center rounded-control px-2 py-1 text-table no-underline! pointer-coarse:h-11',
            id === current ? 'bg-chip text-fg!' : 'text-muted! hover:text-fg!',
          )}
          href={keepsType ? `${path}${query}` : path}
          isCurrent={id === current}
          key={id}
        >
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
