import type { DocumentSpec } from './spec.ts';
import { checkDocuments } from './check.ts';
import { componentDocuments } from './component.ts';
import { configDocuments } from './config.ts';
import { playbookDocuments } from './playbook.ts';
import { settingsDocuments } from './settings.ts';

const specs = {
  ...configDocuments,
  ...checkDocuments,
  ...componentDocuments,
  ...playbookDocuments,
  ...settingsDocuments,
};

/** Kind of a body that is fetched on demand; with an id it names one document. */
export type DocumentKind = keyof typeof specs;
/** Kind of a body that is a list of one parent from a moment on. */
export type WindowedKind = {
  [K in DocumentKind]: (typeof specs)[K] extends { readonly gives: 'window' } ? K : never;
}[DocumentKind];

/** Every kind of body by name; the engine knows it only through its entry here. Nothing the page runs may import this. */
export const documentSpecs: Readonly<Record<DocumentKind, DocumentSpec>> = specs;
/** All kinds. */
export const documentKinds = Object.keys(specs) as readonly DocumentKind[]; // as: it is made of these keys alone
