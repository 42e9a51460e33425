import type { ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { scriptShortcut } from './done-labels.ts';

interface ScriptFieldProps {
  label: string;
  /** Type of the evidence: some have a shortcut. */
  type: string;
  value: string;
  onChange: (script: string) => void;
}

/** A CEL expression that the server evaluates; optional. */
export function ScriptField({ label, type, value, onChange }: ScriptFieldProps): ReactElement {
  const shortcut = scriptShortcut(type);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        isCode
        className="w-full"
        help="A CEL expression, optional. The server evaluates it every five minutes."
        label={label}
        minRows={2}
        value={value}
        onChange={onChange}
      />
      {shortcut !== undefined && (
        <Button size="small" onPress={() => onChange(shortcut.script)}>
          {shortcut.label}
        </Button>
      )}
    </div>
  );
}
