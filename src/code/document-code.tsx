import { useMemo, type ReactElement, type ReactNode } from 'react';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { late } from '#src/ui/late.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import type { CodeViewProps } from './code-props.ts';
import { CodeView } from './code-view.tsx';
import type { YamlCodeProps } from './yaml-code.tsx';

/** The writer of YAML comes when somebody wants it. */
const YamlCode = late<YamlCodeProps>(async () => (await import('./yaml-code.tsx')).YamlCode);

export type DocumentFormat = 'json' | 'yaml';

interface DocumentCodeProps extends Pick<CodeViewProps, 'selectedLines' | 'onSelectLines'> {
  /** "Config": names the text, and the region it is in as its content. */
  label: string;
  /** JSON; a text stands as it is, in no other format. */
  document: unknown;
  format: DocumentFormat;
  onFormat: (format: DocumentFormat) => void;
  /** Beside the format: what can be done with the text as it is in JSON. */
  children?: (text: string, isYaml: boolean) => ReactNode;
}

/** A document as code: JSON, and YAML by a press. */
export function DocumentCode(props: DocumentCodeProps): ReactElement {
  const { label, document, format, onFormat, children, ...lines } = props;
  const isText = typeof document === 'string';
  const text = useMemo(
    () => (typeof document === 'string' ? document : JSON.stringify(document, null, 2)),
    [document],
  );
  const isYaml = !isText && format === 'yaml';
  return (
    <div className="flex min-h-0 flex-col gap-2.5">
      <div className="flex min-h-target flex-wrap items-center gap-2">
        {!isText && (
          <ToolbarSelect
            label="Format:"
            options={[
              { id: 'json', label: 'JSON' },
              { id: 'yaml', label: 'YAML' },
            ]}
            value={isYaml ? 'yaml' : 'json'}
            onChange={(id) => onFormat(id === 'yaml' ? 'yaml' : 'json')}
          />
        )}
        {!isYaml && <CopyTextButton label="Copy" text={text} />}
        {children?.(text, isYaml)}
      </div>
      <section
        aria-label={`${label} content`}
        className="flex h-[max(20rem,calc(100dvh-18rem))] min-h-0 flex-col overflow-hidden rounded-control border border-line bg-panel text-table"
      >
        {isYaml ? (
          <YamlCode {...lines} document={document} label={label} />
        ) : (
          <CodeView {...lines} label={label} language={isText ? 'yaml' : 'json'} value={text} />
        )}
      </section>
    </div>
  );
}
