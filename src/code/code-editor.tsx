import { useState, type ReactElement } from 'react';
import type { CodeViewProps } from './code-props.ts';
import { createCodeEditor } from './editor.ts';

/** Over the numbers, which stay where they are while the text scrolls under them. */
const RING =
  'after:pointer-events-none after:absolute after:inset-0 after:z-300 after:rounded-control focus-within:after:outline-2 focus-within:after:-outline-offset-2 focus-within:after:outline-focus';

/**
 * The editor in React's hands, without an effect: the inner element makes and ends it, the outer one tells it what to
 * show. React attaches refs from the inside out, and anew where they are other functions: whenever a property changed.
 */
export function CodeEditor(props: CodeViewProps): ReactElement {
  const [{ mount, show }] = useState(createCodeEditor);
  return (
    <div
      className={`relative flex h-full min-h-0 flex-col ${RING}`}
      ref={(node) => {
        if (node !== null) show(props);
      }}
    >
      <div className="flex min-h-0 flex-col" ref={mount} />
    </div>
  );
}
