import { Suspense, type ReactElement } from 'react';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { NavTabs, Tabs } from '#src/ui/layout/tabs.tsx';
import { badgeOf } from './badge-of.ts';
import type { Count, DetailPartProps, DetailTab } from './detail-spec.ts';
import type { TabState } from './tab-state.ts';

interface DetailTabsProps<T> extends DetailPartProps<T> {
  tabs: readonly DetailTab<T>[];
  label: string;
  state: TabState;
  className?: string | undefined;
}

/** The tabs of a detail: links where each is an address, else ARIA tabs. Only the open one is made. */
export function DetailTabs<T>(props: DetailTabsProps<T>): ReactElement {
  const { tabs, label, state, id, value, claim, className } = props;
  const open = tabs.find((tab) => tab.id === state.current) ?? tabs[0];
  const { hrefOf } = state;
  const shown = tabs.map((tab) => ({
    id: tab.id,
    label: tab.label,
    ...countOf(tab.count?.(value) ?? null),
  }));
  if (open === undefined) throw new Error(`${label} has no tabs`);
  if (hrefOf === null)
    return (
      <Tabs
        className={className}
        items={shown.map((tab) => ({
          ...tab,
          content: tab.id === open.id && (
            <TabBody claim={claim} id={id} key={open.id} tab={open} value={value} />
          ),
        }))}
        label={label}
        value={open.id}
        onChange={state.show}
      />
    );
  return (
    <div className={className}>
      <NavTabs
        items={shown.map((tab) => ({ ...tab, href: hrefOf(tab.id), isCurrent: tab.id === open.id }))}
        label={label}
      />
      <section aria-label={open.label} className="pt-3">
        <PanelBoundary key={open.id} name={open.label}>
          <TabBody claim={claim} id={id} tab={open} value={value} />
        </PanelBoundary>
      </section>
    </div>
  );
}

function TabBody<T>({ tab, ...part }: DetailPartProps<T> & { tab: DetailTab<T> }): ReactElement {
  const { Body, label } = tab;
  return (
    <Suspense
      fallback={
        <LoadingRegion isLoading label={`Loading ${label}`} skeleton={<SkeletonRows count={6} />}>
          {null}
        </LoadingRegion>
      }
    >
      <Body {...part} />
    </Suspense>
  );
}

function countOf(count: Count | null): { count?: number; countOldSince?: string } {
  const badge = badgeOf(count);
  if (badge === null) return {};
  return { count: badge.n, ...(badge.oldSince !== null && { countOldSince: badge.oldSince }) };
}
