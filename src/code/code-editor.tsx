import { useState, type ReactElement } from 'react';
import type { CodeViewProps } from './code-props.ts';
import { createCodeEditor } from './editor.ts';

/**
 * The editor in React's hands, without an effect: the inner element makes and ends it, the outer one tells it what to
 * show. React attaches refs from the inside out, and anew where they are other functions: whenever a property changed.
 */
export function CodeEditor(props: CodeViewProps): ReactElement {
  const [{ mount, show }] = useState(createCodeEditor);
  return (
    <div
      className="flex h-full min-h-0 flex-col focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus"
      ref={(node) => {
        if (node !== null) show(props);
      }}
    >
      <div className="flex min-h-0 flex-col" ref={mount} />
    </div>
  );
}
