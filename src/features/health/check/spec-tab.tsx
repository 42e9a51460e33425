import { useState, type ReactElement } from 'react';
import { stringify } from 'yaml';
import * as v from 'valibot';
import { CodeView } from '#src/code/code-view.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { BodyView } from '#src/views/body-view.tsx';

const specSchema = v.object({ spec: v.optional(v.nullable(v.unknown()), null) });
const FORMATS = ['yaml', 'json'] as const;

/** The definition of a check, to be read. It is edited where its canary is. */
export function SpecTab({ checkId, turn }: { checkId: string; turn: number }): ReactElement {
  const read = useDocument('check-spec', checkId, true, turn);
  return (
    <BodyView isToRead read={read} what="The definition of this check">
      {(body) => {
        const parsed = v.safeParse(specSchema, body);
        const spec = parsed.success ? parsed.output.spec : undefined;
        if (spec === undefined || spec === null) return <p className="text-table text-muted">It has none.</p>;
        return <SpecText spec={spec} />;
      }}
    </BodyView>
  );
}

function SpecText({ spec }: { spec: unknown }): ReactElement {
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('yaml');
  const text = format === 'yaml' ? stringify(spec, { lineWidth: 0 }) : JSON.stringify(spec, null, 2);
  return (
    <div className="flex h-full min-h-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <ToolbarSelect
          label="Format:"
          options={[
            { id: 'yaml', label: 'YAML' },
            { id: 'json', label: 'JSON' },
          ]}
          value={format}
          onChange={(id) => setFormat(id === 'json' ? 'json' : 'yaml')}
        />
        <CopyTextButton label="Copy" text={text} />
      </div>
      <section
        aria-label="Definition"
        className="flex min-h-0 flex-col overflow-hidden rounded-control border border-line bg-panel text-table"
      >
        <CodeView label="Definition" language={format} value={text} />
      </section>
    </div>
  );
}
