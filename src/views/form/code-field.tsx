import { TriangleAlert } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { CodeLanguage, Problem } from '#workers/contracts/yaml-contract.ts';
import { CodeView } from '#src/code/code-view.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { GroupNotes } from './group-notes.tsx';
import { useSchema } from './use-schema.ts';

interface CodeFieldProps {
  label: string;
  help?: string | undefined;
  error: string | undefined;
  isRequired: boolean;
  language: CodeLanguage;
  /** What does not fit it is shown, and keeps nobody from saving. */
  schemaFile?: string | undefined;
  isSmall?: boolean | undefined;
  value: string;
  onChange: (value: string) => void;
  /** Where the text breaks; undefined where it can be read. */
  onBroken: (problem: string | undefined) => void;
  isReadOnly: boolean;
}

/** A text of a language: the editor comes when one is first drawn. */
export function CodeField(props: CodeFieldProps): ReactElement {
  const { label, error, isRequired, language, value, onChange, onBroken, isReadOnly } = props;
  const { schema, lack } = useSchema(props.schemaFile);
  const [doubts, setDoubts] = useState<readonly Problem[]>([]);
  const help = [props.help, lack].filter(Boolean).join(' ') || undefined;
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
        className={cx(
          'flex min-h-0 flex-col overflow-hidden rounded-control border border-line-control bg-control text-table',
          props.isSmall === true ? 'h-40' : 'h-[max(18rem,min(45dvh,34rem))]',
        )}
      >
        <CodeView
          label={label}
          language={language}
          schema={schema}
          value={value}
          onChange={isReadOnly ? undefined : onChange}
          onProblems={(problems) => {
            onBroken(brokenBy(problems));
            setDoubts(problems.filter(({ severity }) => severity === 'warning'));
          }}
        />
      </section>
      <GroupNotes error={error} help={help} />
      <Doubts problems={doubts} />
    </div>
  );
}

/** The first of what does not fit; the others are marked in the text. */
function Doubts({ problems }: { problems: readonly Problem[] }): ReactElement {
  const [first] = problems;
  const more = problems.length - 1;
  return (
    <output className="empty:hidden flex gap-1 text-table text-muted">
      {first !== undefined && (
        <>
          <Icon className="mt-0.5 text-warning" icon={TriangleAlert} size={14} />
          <span>
            Line {first.line}: {first.message}
            {more > 0 && ` ${more} more ${more === 1 ? 'place is' : 'places are'} marked in the text.`}
          </span>
        </>
      )}
    </output>
  );
}

function brokenBy(problems: readonly Problem[]): string | undefined {
  const first = problems.find(({ severity }) => severity === 'error');
  return first === undefined ? undefined : `Not applied: ${first.message}`;
}
