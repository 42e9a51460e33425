import { createFileRoute, useRouter } from '@tanstack/react-router';
import { RunFormPage } from '#src/features/playbooks/run/run-page.tsx';
import { readRunFormSearch } from '#src/features/playbooks/run/run-search.ts';
import { needId } from '#src/platform/device/id-param.ts';

export const Route = createFileRoute('/playbooks/$id_/run')({
  validateSearch: readRunFormSearch,
  staticData: { resource: 'database', feature: 'playbooks' },
  beforeLoad: ({ params }) => needId(params),
  component: RunFormRoute,
});

function RunFormRoute() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const router = useRouter();
  return (
    <RunFormPage
      // Another playbook is another form: nothing opened is carried over.
      key={id}
      playbookId={id}
      search={Route.useSearch()}
      onChange={(next) => {
        void navigate({ search: ({ panel }) => ({ panel, ...next }), replace: true, resetScroll: false });
      }}
      // Back leads to what it was run on, and not to a form that would run it once more.
      onRan={(href) => router.history.replace(href)}
    />
  );
}
