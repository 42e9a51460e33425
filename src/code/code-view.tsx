import { late } from '#src/ui/late.tsx';
import type { CodeViewProps, DiffViewProps } from './code-props.ts';

/** A YAML or JSON text to be read or edited; the editor comes when one is first drawn. */
export const CodeView = late<CodeViewProps>(async () => (await import('./code-editor.tsx')).CodeEditor);

/** What is different between two texts; it comes with the editor it is made of. */
export const DiffView = late<DiffViewProps>(async () => (await import('./diff-editor.tsx')).DiffEditor);
