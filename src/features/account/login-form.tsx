import { Eye, EyeOff } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { own } from '#sync/protocol/own.ts';
import {
  flowButtons,
  flowFields,
  initialValues,
  submitBody,
  type IdentityFlow,
  type IdentityNode,
} from './identity-flow.ts';

export interface LoginFormProps {
  flow: IdentityFlow;
  notice: string | null;
  isSubmitting: boolean;
  onSubmit: (body: Readonly<Record<string, string>>) => void;
}

/** The fields the identity service asks for, with its messages in place. Paste is welcome, nothing is stored. */
export function LoginForm({ flow, notice, isSubmitting, onSubmit }: LoginFormProps): ReactElement {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const buttons = flowButtons(flow);
  const [button] = buttons;
  // Hidden values (the csrf token) always come from the present flow; typed ones survive a refused submit.
  const values = { ...initialValues(flow), ...typed };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(submitBody(values, button));
  };
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={handleSubmit}>
      <FlowMessages flow={flow} notice={notice} />
      {flowFields(flow).map((node, at) => (
        <NodeField
          isFirst={at === 0}
          key={node.attributes.name}
          node={node}
          value={own(values, node.attributes.name ?? '') ?? ''}
          onChange={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <Button className="mt-1 w-full" isPending={isSubmitting} type="submit" variant="primary">
        {button?.meta.label?.text ?? 'Sign in'}
      </Button>
    </form>
  );
}

function FlowMessages({ flow, notice }: { flow: IdentityFlow; notice: string | null }): ReactElement | null {
  const messages = flow.ui.messages ?? [];
  if (messages.length === 0 && notice === null) return null;
  return (
    <div className="flex flex-col gap-2">
      {notice !== null && <InlineBar tone="warning">{notice}</InlineBar>}
      {messages.map((message) => (
        <InlineBar key={message.text} tone={message.type === 'error' ? 'error' : 'info'}>
          {message.text}
        </InlineBar>
      ))}
    </div>
  );
}

interface NodeFieldProps {
  node: IdentityNode;
  isFirst: boolean;
  value: string;
  onChange: (name: string, value: string) => void;
}

function NodeField({ node, isFirst, value, onChange }: NodeFieldProps): ReactElement | null {
  const [isShown, setShown] = useState(false);
  const { name, type, disabled } = node.attributes;
  if (name === undefined) return null;
  const isPassword = type === 'password';
  const error = node.messages?.find((message) => message.type === 'error')?.text;
  return (
    <TextField
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this form
      autoFocus={isFirst}
      autoComplete={autoCompleteOf(node)}
      error={error}
      isReadOnly={disabled}
      label={node.meta.label?.text ?? name}
      name={name}
      trailing={
        isPassword ? (
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            size="small"
            onPress={() => setShown(!isShown)}
          />
        ) : undefined
      }
      type={isPassword && !isShown ? 'password' : 'text'}
      value={value}
      onChange={(next) => onChange(name, next)}
    />
  );
}

function autoCompleteOf(node: IdentityNode): string {
  const { name, type, autocomplete } = node.attributes;
  if (autocomplete !== undefined) return autocomplete;
  if (type === 'password') return 'current-password';
  if (name === 'identifier') return 'username';
  return name === 'totp_code' ? 'one-time-code' : 'off';
}
