import type { ReactElement } from 'react';
import { readRunParams } from '#sync/protocol/run-params.ts';
import { isRow } from '#src/views/row-text.ts';

/** What a run is asked for, as the definition names it. */
export function ParameterList({ spec }: { spec: unknown }): ReactElement {
  const params = readRunParams(isRow(spec) ? spec['parameters'] : undefined);
  if (params === undefined)
    return <p className="text-table text-muted">Its parameters cannot be read. The spec has them.</p>;
  if (params.length === 0) return <p className="text-table text-muted">No parameters for this playbook.</p>;
  return (
    <ul aria-label="Parameters" className="flex max-w-3xl flex-col">
      {params.map(({ name, label, description, type, required, default: preset }) => (
        <li className="flex flex-wrap gap-x-4 gap-y-0.5 border-b border-line py-2.5 text-table" key={name}>
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium wrap-any">{label ?? name}</p>
            <p className="text-caption text-muted wrap-any">
              {[label === null || label === undefined ? null : name, type ?? 'text', required && 'required']
                .filter(Boolean)
                .join(' · ')}
            </p>
            {typeof description === 'string' && description !== '' && (
              <p className="mt-1 wrap-any">{description}</p>
            )}
          </div>
          {preset !== null && preset !== undefined && preset !== '' && (
            <p className="min-w-0 basis-40 wrap-any">
              <span className="text-muted">Default </span>
              <code className="font-mono text-caption">{String(preset)}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
