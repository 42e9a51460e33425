import type { Result } from '#sync/errors.ts';

/** What a text is written in. */
export type CodeLanguage = 'yaml' | 'json';

/** A JSON schema as it was read: an object, or one that allows everything or nothing. */
export type JsonSchema = boolean | Readonly<Record<string, unknown>>;

/** A text to be checked; `schema: null` checks how it is written and not what it says. */
export interface LintQuestion {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly schema: JsonSchema | null;
}

/** One thing that is wrong: where, and what in words. `from` and `to` are offsets, `line` counts from 1. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly message: string;
  /** `warning`: the text can be read, and is not what its schema wants, or was not held against it. */
  readonly severity: 'error' | 'warning';
}

/** What a check found; `unchecked` says why the text was not held against its schema, though it has one. */
export interface LintAnswer {
  readonly problems: readonly Problem[];
  readonly unchecked: string | null;
}

/** What the worker for YAML and JSON does: it keeps nothing, and never fetches a schema. */
export interface YamlContract {
  lint(question: LintQuestion): Promise<Result<LintAnswer>>;
}
