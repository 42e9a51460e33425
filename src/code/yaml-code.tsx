import { useMemo, type ReactElement } from 'react';
import { stringify } from 'yaml';
import type { CodeViewProps } from './code-props.ts';
import { CodeView } from './code-view.tsx';

export interface YamlCodeProps extends Pick<CodeViewProps, 'label' | 'selectedLines' | 'onSelectLines'> {
  document: unknown;
}

/** A document as YAML. */
export function YamlCode({ document, ...code }: YamlCodeProps): ReactElement {
  const text = useMemo(() => stringify(document, { lineWidth: 0 }), [document]);
  return <CodeView {...code} language="yaml" value={text} />;
}
