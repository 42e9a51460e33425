import { useState, type ReactElement } from 'react';
import type { JsonSchema, Problem } from '#workers/contracts/yaml-contract.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeView, DiffView } from '../code-view.tsx';
import { linesInWords, type LineRange } from '../line-selection.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  required: ['url'],
  properties: { url: { type: 'string' }, retries: { type: 'integer' } },
};
const BEFORE =
  'url: https://shop.example/health\nretries: 3\nheaders:\n  - name: accept\n    value: text/html\n';
const AFTER = BEFORE.replace('retries: 3', 'retries: 5').replace('text/html', 'application/json');
/** As much as a specification may have. */
const LONG_BYTES = 5_000_000;
const LONG_LINE = '- name: a value that somebody wrote down, and another one beside it: true\n';

const FRAME = 'flex h-64 flex-col overflow-hidden rounded-control border border-line bg-panel text-table';

/** A text to be read with marked lines, one to be edited under a schema, and a difference in both forms. */
export function CodeStory(): ReactElement {
  const [lines, setLines] = useState<readonly LineRange[]>([]);
  const [read, setRead] = useState(BEFORE);
  const [text, setText] = useState(BEFORE);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [layout, setLayout] = useState<'unified' | 'split'>('unified');
  return (
    <>
      <h2 className="text-section font-semibold">Read</h2>
      <div className="flex items-center gap-2">
        <Button size="small" onPress={() => setRead(LONG_LINE.repeat(LONG_BYTES / LONG_LINE.length))}>
          Show 5 MB
        </Button>
        <p className="text-table">{linesInWords(lines)}</p>
      </div>
      <div className={FRAME}>
        <CodeView
          label="To read"
          language="yaml"
          selectedLines={lines}
          value={read}
          onSelectLines={setLines}
        />
      </div>
      <h2 className="text-section font-semibold">Edit</h2>
      <div className={FRAME}>
        <CodeView
          label="To edit"
          language="yaml"
          schema={SCHEMA}
          value={text}
          onChange={setText}
          onProblems={setProblems}
        />
      </div>
      <ul aria-label="Problems" className="text-table">
        {problems.map(({ from, line, message }) => (
          <li key={`${from} ${message}`}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
      <h2 className="text-section font-semibold">Difference</h2>
      <Button
        className="self-start"
        size="small"
        onPress={() => setLayout(layout === 'split' ? 'unified' : 'split')}
      >
        {layout === 'split' ? 'In one column' : 'Side by side'}
      </Button>
      <div className={FRAME}>
        <DiffView after={AFTER} before={BEFORE} label="What changed" language="yaml" layout={layout} />
      </div>
    </>
  );
}
