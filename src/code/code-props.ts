import type { CodeLanguage, JsonSchema, Problem } from '#workers/contracts/yaml-contract.ts';
import type { LineRange } from './line-selection.ts';

export interface CodeViewProps {
  /** Accessible name of the text. */
  label: string;
  /** Up to 5 MB. */
  value: string;
  language: CodeLanguage;
  /** Absent: the text is to be read. */
  onChange?: ((value: string) => void) | undefined;
  /** Lines that are marked, counted from 1. */
  selectedLines?: readonly LineRange[] | undefined;
  /** Absent: lines cannot be marked. By pointer and finger on the numbers, by Ctrl+Enter in the text. */
  onSelectLines?: ((lines: readonly LineRange[]) => void) | undefined;
  /** What the text is held against. A text that is edited is checked without one, too. */
  schema?: JsonSchema | undefined;
  onProblems?: ((problems: readonly Problem[]) => void) | undefined;
}

export interface DiffViewProps {
  /** Accessible name of the whole. */
  label: string;
  before: string;
  after: string;
  language: CodeLanguage;
  /** `unified`: one column; `split`: both beside each other. */
  layout: 'unified' | 'split';
}
