import { createFileRoute } from '@tanstack/react-router';
import { CodeView } from '#src/code/code-view.tsx';

/** The Config tab; the page around the tabs is drawn by the route above. */
export const Route = createFileRoute('/catalog/$id/')({
  // The editor comes while the content is read, and not after it.
  loader: () => CodeView.fetchAhead(),
});
