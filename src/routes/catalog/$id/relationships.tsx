import { createFileRoute } from '@tanstack/react-router';

/** The Relationships tab; the page around the tabs is drawn by the route above. */
export const Route = createFileRoute('/catalog/$id/relationships')({});
