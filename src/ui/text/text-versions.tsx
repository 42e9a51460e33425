import type { ReactElement } from 'react';
import { mergeTexts, wordChanges, type TextPart } from '#src/lib/text-merge.ts';
import { Button } from '../button.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface TextVersionsProps {
  label: string;
  base: string;
  theirs: string;
  mine: string;
  /** Begins an edit with both changes in it; absent where nothing is edited. */
  onMerge?: ((merged: string) => void) | undefined;
}

/** A text that two people changed: what each of them did to it, word by word. Loaded when it is needed. */
export function TextVersions({ label, base, theirs, mine, onMerge }: TextVersionsProps): ReactElement {
  const merged = onMerge === undefined ? null : mergeTexts(base, mine, theirs);
  return (
    <section aria-label={label}>
      <p className="mb-1 text-muted">{label}</p>
      <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-(--border-line) @min-[720px]/review:grid-cols-2">
        <Version
          hint="what they changed, on the server now"
          name="Theirs"
          parts={wordChanges(base, theirs)}
        />
        <Version hint="what you changed, on this device" name="Mine" parts={wordChanges(base, mine)} />
      </dl>
      {merged !== null && onMerge !== undefined && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          The two changes are about different words.
          <Button size="small" onPress={() => onMerge(merged)}>
            Edit both together
          </Button>
        </p>
      )}
    </section>
  );
}

interface VersionProps {
  name: string;
  hint: string;
  parts: readonly TextPart[];
}

function Version({ name, hint, parts }: VersionProps): ReactElement {
  return (
    <div className="bg-page px-2.5 py-1.5">
      <dt className="text-caption text-muted">
        <span className="font-medium text-fg">{name}</span> {hint}
      </dt>
      <dd className="mt-0.5 max-h-64 overflow-y-auto whitespace-pre-wrap wrap-any">
        {parts.map((part, index) => (
          // Parts have no identity of their own; the list is made anew with every change of the texts.
          <Part key={`${index} ${part.kind}`} part={part} />
        ))}
      </dd>
    </div>
  );
}

/** Marked by line as well as by colour: underlined came, struck through went. */
function Part({ part }: { part: TextPart }): ReactElement {
  if (part.kind === 'same') return <>{part.text}</>;
  const isAdded = part.kind === 'added';
  const Element = isAdded ? 'ins' : 'del';
  return (
    <Element
      className={
        isAdded
          ? 'rounded-[3px] bg-accent-soft text-accent underline decoration-1 underline-offset-2'
          : 'rounded-[3px] bg-danger-soft text-danger line-through decoration-1'
      }
    >
      <VisuallyHidden>{isAdded ? ' added: ' : ' removed: '}</VisuallyHidden>
      {part.text}
      <VisuallyHidden> end </VisuallyHidden>
    </Element>
  );
}
