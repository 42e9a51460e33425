import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { CodeLanguage, Problem } from '#workers/contracts/yaml-contract.ts';
import { CodeView } from '#src/code/code-view.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';

interface CodeFieldProps {
  label: string;
  help?: string | undefined;
  error: string | undefined;
  isRequired: boolean;
  language: CodeLanguage;
  value: string;
  onChange: (value: string) => void;
  /** Where the text breaks; undefined where it can be read. */
  onBroken: (problem: string | undefined) => void;
  isReadOnly: boolean;
}

/** A text of a language: the editor comes when one is first drawn. */
export function CodeField(props: CodeFieldProps): ReactElement {
  const { label, help, error, isRequired, language, value, onChange, onBroken, isReadOnly } = props;
  const second = error ?? help;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-table font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className="ms-0.5 text-danger">
            *
          </span>
        )}
      </span>
      <section
        aria-label={`${label} editor`}
        className="flex h-72 min-h-0 flex-col overflow-hidden rounded-control border border-line-control bg-control text-table"
      >
        <CodeView
          label={label}
          language={language}
          value={value}
          onChange={isReadOnly ? undefined : onChange}
          onProblems={(problems) => onBroken(brokenBy(problems))}
        />
      </section>
      {second !== undefined && (
        <p
          className={error === undefined ? 'text-table text-muted' : 'flex gap-1 text-table text-danger'}
          role={error === undefined ? undefined : 'alert'}
        >
          {error !== undefined && <Icon className="mt-0.5" icon={CircleAlert} size={14} />}
          {second}
        </p>
      )}
    </div>
  );
}

function brokenBy(problems: readonly Problem[]): string | undefined {
  const [first] = problems;
  return first === undefined ? undefined : `Not applied: ${first.message}`;
}
