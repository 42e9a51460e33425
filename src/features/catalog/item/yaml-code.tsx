import { useMemo, type ReactElement } from 'react';
import { stringify } from 'yaml';
import type { CodeViewProps } from '#src/code/code-props.ts';
import { CodeView } from '#src/code/code-view.tsx';

export interface YamlCodeProps extends Pick<CodeViewProps, 'label' | 'selectedLines' | 'onSelectLines'> {
  config: unknown;
}

/** A document as YAML. */
export function YamlCode({ config, ...code }: YamlCodeProps): ReactElement {
  const text = useMemo(() => stringify(config, { lineWidth: 0 }), [config]);
  return <CodeView {...code} language="yaml" value={text} />;
}
