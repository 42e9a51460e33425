import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LogsPage } from '#src/features/logs/logs-page.tsx';
import { logSearch, type LogSearch } from '#src/features/logs/log-search.ts';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { parseSearch } from '#src/platform/device/search-params.ts';

export const Route = createFileRoute('/logs')({
  validateSearch: parseSearch(logSearch.schema),
  staticData: { resource: 'database', feature: 'logs' },
  component: LogsRoute,
});

function LogsRoute() {
  const { panel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useHistoryEntry('/logs');
  const handleChange = useCallback(
    (next: LogSearch, { replace }: { replace: boolean }): Promise<void> =>
      navigate({ search: (before) => ({ panel: before.panel, ...next }), replace }),
    [navigate],
  );
  return <LogsPage entryKey={entry.key} search={search} onChange={handleChange} />;
}
