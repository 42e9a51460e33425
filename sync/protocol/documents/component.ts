import type { DocumentSpecs } from './spec.ts';

/** Bodies about one component. */
export const componentDocuments = {
  /** Which selectors of logs it has. */
  'component-logs': { path: ({ id }) => `/db/topology?id=eq.${id}&select=id,name,logs` },
} as const satisfies DocumentSpecs;
