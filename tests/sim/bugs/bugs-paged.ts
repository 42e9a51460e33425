import type { DocumentStore, Ports } from '#sync/ports.ts';
import { withAnswers, withRequests } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';
import { isPageRead } from '../paged.ts';

function withDocuments(ports: Ports, change: (documents: DocumentStore) => Partial<DocumentStore>): Ports {
  const { documents } = ports;
  return documents === undefined ? ports : { ...ports, documents: { ...documents, ...change(documents) } };
}

/** Bugs in how pages of rows that are not pulled are asked for and kept. */
export const pagedBugs: readonly SeededBug[] = [
  {
    name: 'the next page is asked for other moments than the first',
    sabotage: {
      isPaged: true,
      ports: (ports) =>
        withRequests(ports, (request) => {
          if (!isPageRead(request) || !/"page":[2-9]/u.test(request.body ?? '')) return request;
          const to = new Date(ports.clock.nowMs() + 60_000).toISOString();
          return { ...request, body: (request.body ?? '').replace(/"to":"[^"]*"/u, `"to":"${to}"`) };
        }),
    },
  },
  {
    name: 'a page of one question answers another',
    sabotage: {
      isPaged: true,
      ports: (ports) =>
        withDocuments(ports, (documents) => ({
          get: (kind, id) => documents.get(kind, id.replace(/^changes .*/u, 'changes')),
          put: (document) =>
            documents.put({ ...document, id: document.id.replace(/^changes .*/u, 'changes') }),
        })),
    },
  },
  {
    name: 'a page that was cut is taken for whole',
    sabotage: {
      isPaged: true,
      ports: (ports) =>
        withAnswers(ports, (request, response) => {
          if (!isPageRead(request) || response.status !== 200) return response;
          // Rows without a name are dropped on the way, and nobody counts them.
          return {
            ...response,
            body: response.body.replaceAll(/\{"change_type"[^}]*\},?/gu, '').replace(',]', ']'),
          };
        }),
    },
  },
  {
    name: 'questions that nobody asks any more are kept',
    sabotage: {
      isPaged: true,
      ports: (ports) => withDocuments(ports, () => ({ keepNewest: () => Promise.resolve() })),
    },
  },
  {
    name: 'pages of somebody else stay when that is heard of',
    sabotage: {
      isPaged: true,
      ports: (ports) => withDocuments(ports, () => ({ clear: () => Promise.resolve() })),
    },
  },
];
