import { useLocation, useRouter } from '@tanstack/react-router';
import type { PanelName } from '#src/platform/device/search-params.ts';

/** The present address with a panel opened, or closed by null. Everything else of the address stays. */
export function panelHref(
  location: { readonly pathname: string; readonly searchStr: string; readonly hash: string },
  panel: PanelName | null,
): string {
  const search = new URLSearchParams(location.searchStr);
  search.delete('panel');
  if (panel !== null) search.set('panel', panel);
  const text = search.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}${location.hash === '' ? '' : `#${location.hash}`}`;
}

/** Opens or closes a panel over the page that is shown. Opening is a step of the history, so Back closes it. */
export function usePanel(): {
  readonly panel: PanelName | undefined;
  readonly openPanel: (panel: PanelName) => void;
  readonly closePanel: () => void;
} {
  const router = useRouter();
  const panel = useLocation({ select: ({ search }) => search.panel });
  return {
    panel,
    openPanel: (next) => router.history.push(panelHref(router.state.location, next)),
    closePanel: () => router.history.replace(panelHref(router.state.location, null)),
  };
}
