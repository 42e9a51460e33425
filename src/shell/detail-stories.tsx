import { useParams, useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { DetailDialog } from '#src/views/detail/detail-dialog.tsx';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { runSpec } from '#src/views/detail/story/run-story.tsx';
import { serviceSpec, type ServiceAreas } from '#src/views/detail/story/service-story.tsx';
import { AreaBody, areaOf, claimed } from '#src/views/detail/story/story-areas.tsx';
import { tabHref, useTabState } from '#src/views/detail/tab-state.ts';

const OLD = { basis: 'kept', reason: 'The server cannot be reached.' } as const;
const changes = areaOf(['replicas 2 → 3', 'image 1.4.1 → 1.4.2'], claimed(14, OLD));
const alerts = areaOf(['Latency is high'], claimed(0));
const runbooks = areaOf(['Drain a node', 'Restart the queue'], claimed(4_320));

const nothing = (): void => undefined;

/** The areas whose bodies a route file would hand in, each with its own age. */
const AREAS: Omit<ServiceAreas, 'onRestart'> = {
  useOne: () => ({
    is: 'found',
    value: {
      name: 'checkout',
      owner: 'Team Shop',
      isOld: false,
      changes: { n: 12, claim: claimed(14, OLD) },
      alerts: { n: 1, claim: claimed(0) },
    },
    claim: claimed(2),
  }),
  Changes: ({ id }) => <AreaBody area={changes} id={id} what="Changes" />,
  Alerts: ({ id }) => <AreaBody area={alerts} id={id} what="Alerts" />,
  Runbooks: ({ id }) => <AreaBody area={runbooks} id={id} what="Runbooks" />,
  onRunbooks: nothing,
};

const RUN = runSpec({
  useOne: (id) => ({
    is: 'found',
    value: { name: `nightly ${id}`, artifacts: { n: 3, claim: claimed(0) }, isRepeating: false },
    claim: claimed(1),
  }),
  onAttach: nothing,
  onRepeat: nothing,
  onRefresh: nothing,
});

/** `/ui/detail/{tab}`: Restart opens the dialog. */
export function DetailStories(): ReactElement {
  const { tab } = useParams({ from: '/ui_/detail/$tab' });
  const router = useRouter();
  const [runAt, setRunAt] = useState<number>();
  const runTabs = useTabState();
  const [spec] = useState(() => serviceSpec({ ...AREAS, onRestart: () => setRunAt(0) }));
  return (
    <>
      <DetailPage
        id="s-1"
        spec={spec}
        tabs={{
          current: tab,
          show: (id) => router.history.push(`/ui/detail/${id}`),
          hrefOf: (id) =>
            tabHref(
              `/ui/detail/${id}`,
              spec.tabs.find((each) => each.id === id)?.keeps ?? [],
              globalThis.location.search,
            ),
        }}
        onLeave={() => router.history.back()}
      />
      {runAt !== undefined && (
        <DetailDialog
          id={String(runAt)}
          spec={RUN}
          tabs={runTabs}
          onClose={() => setRunAt(undefined)}
          onNext={() => setRunAt(runAt + 1)}
          onPrevious={runAt === 0 ? undefined : () => setRunAt(runAt - 1)}
        />
      )}
    </>
  );
}
