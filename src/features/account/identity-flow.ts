import * as v from 'valibot';

const messageSchema = v.object({
  id: v.optional(v.number()),
  type: v.fallback(v.string(), 'info'),
  text: v.string(),
});

const messagesSchema = v.fallback(v.nullish(v.array(messageSchema), []), []);

const nodeSchema = v.object({
  group: v.string(),
  attributes: v.object({
    name: v.optional(v.string()),
    type: v.optional(v.string()),
    value: v.optional(v.unknown()),
    disabled: v.fallback(v.optional(v.boolean(), false), false),
    required: v.fallback(v.optional(v.boolean(), false), false),
    autocomplete: v.fallback(v.optional(v.string()), undefined),
  }),
  messages: messagesSchema,
  meta: v.fallback(v.object({ label: v.optional(v.object({ text: v.string() })) }), {}),
});

/** A self-service flow of the identity service, as far as the sign-in page uses it. */
export const flowSchema = v.object({
  id: v.string(),
  return_to: v.fallback(v.optional(v.string()), undefined),
  ui: v.object({ messages: messagesSchema, nodes: v.array(nodeSchema) }),
});

export type IdentityFlow = v.InferOutput<typeof flowSchema>;
export type IdentityNode = v.InferOutput<typeof nodeSchema>;
export type IdentityMessage = v.InferOutput<typeof messageSchema>;

/** Groups whose inputs this page can show; the rest (social, hardware keys) need code of their own. */
const GROUPS: readonly string[] = ['default', 'password', 'totp', 'lookup_secret'];
const BUTTONS: readonly string[] = ['submit', 'button'];

export function flowNodes(flow: IdentityFlow): readonly IdentityNode[] {
  return flow.ui.nodes.filter((node) => GROUPS.includes(node.group));
}

/** Inputs a person fills in, in the order of the service. */
export function flowFields(flow: IdentityFlow): readonly IdentityNode[] {
  return flowNodes(flow).filter(
    ({ attributes }) =>
      attributes.name !== undefined &&
      attributes.type !== 'hidden' &&
      !BUTTONS.includes(attributes.type ?? 'text'),
  );
}

export function flowButtons(flow: IdentityFlow): readonly IdentityNode[] {
  return flowNodes(flow).filter(({ attributes }) => attributes.type === 'submit');
}

/** Values the flow starts with: hidden ones (`csrf_token`) and what was typed before. Passwords never come back. */
export function initialValues(flow: IdentityFlow): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const { attributes } of flowNodes(flow)) {
    const { name, type = 'text', value } = attributes;
    if (name === undefined || BUTTONS.includes(type)) continue;
    values.set(name, typeof value === 'string' && type !== 'password' ? value : '');
  }
  return Object.fromEntries(values);
}

/** Body of a submit: every input's value plus the pressed button's own name and value. */
export function submitBody(
  values: Readonly<Record<string, string>>,
  button: IdentityNode | undefined,
): Readonly<Record<string, string>> {
  const name = button?.attributes.name;
  if (name === undefined) return values;
  const value = button?.attributes.value;
  return { ...values, [name]: typeof value === 'string' ? value : '' };
}

/** Body of the sign-in by address: the flow's token, the method, and the two credentials. */
export function passwordBody(
  flow: IdentityFlow,
  credentials: { readonly username: string; readonly password: string },
): Readonly<Record<string, string>> {
  return {
    csrf_token: initialValues(flow)['csrf_token'] ?? '',
    method: 'password',
    identifier: credentials.username,
    password: credentials.password,
  };
}
