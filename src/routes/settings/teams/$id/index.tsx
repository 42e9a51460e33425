import { createFileRoute } from '@tanstack/react-router';

/** The Spec tab; the page around the tabs is drawn by the route above. */
export const Route = createFileRoute('/settings/teams/$id/')({});
