import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextArea, type TextAreaProps } from '#src/ui/forms/text-area.tsx';
import { Markdown } from '#src/ui/text/markdown.tsx';

/** Several lines of Markdown, and how they will look. */
export function MarkdownField({ value, ...field }: TextAreaProps & { value: string }): ReactElement {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <TextArea {...field} className="w-full" value={value} />
      <Button
        aria-expanded={isShown}
        className="-ms-2 text-muted"
        size="small"
        variant="ghost"
        onPress={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the preview' : 'Show the preview'}
      </Button>
      {isShown && (
        <section
          aria-label={`${field.label}: preview`}
          className="w-full rounded-control border border-line bg-panel px-3 py-2"
        >
          {value.trim() === '' ? (
            <p className="text-table text-muted">Nothing is written yet</p>
          ) : (
            <Markdown text={value} />
          )}
        </section>
      )}
    </div>
  );
}
