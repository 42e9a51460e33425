import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { LoginFlow } from './login-flows.ts';
import type { Session } from './sessions.ts';

/** Status texts of the codes the identity service answers with. */
const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};

export interface KratosError {
  code: ContentfulStatusCode;
  id?: string;
  reason?: string;
  details?: Readonly<Record<string, string>>;
  message: string;
  /** Goes beside `error`, as the identity service does for expired flows. */
  extra?: Record<string, unknown>;
}

/** Answers an error in the identity service's shape. */
export function kratosError(
  c: Context,
  { code, id, reason, details, message, extra }: KratosError,
): Response {
  return c.json(
    {
      error: {
        ...(id === undefined ? {} : { id }),
        code,
        status: STATUS[code] ?? 'Error',
        ...(reason === undefined ? {} : { reason }),
        ...(details === undefined ? {} : { details }),
        message,
      },
      ...extra,
    },
    code,
  );
}

interface UiText {
  id: number;
  text: string;
  type: 'info' | 'error' | 'success';
  context?: Record<string, unknown>;
}

export const wrongCredentials: UiText = {
  id: 4_000_006,
  text: 'The provided credentials are invalid, check for spelling mistakes in your password or username, email address, or phone number.',
  type: 'error',
};

export const noSuchMethod: UiText = {
  id: 4_010_002,
  text: 'Could not find any strategy to log you in with. Did you choose the correct method?',
  type: 'error',
  context: {},
};

const missing = (property: string): UiText => ({
  id: 4_000_002,
  text: `Property ${property} is missing.`,
  type: 'error',
  context: { property },
});

/** What a failed submit adds to the form. */
export interface FormFailure {
  messages?: UiText[];
  /** Names of required fields that came empty. */
  missing?: readonly string[];
  /** Kept in the form, so that nobody types it twice. */
  identifier?: string;
}

/** The login flow as the client renders it; with `failure` as a refused submit answers it. */
export function loginFlowJson(flow: LoginFlow, failure: FormFailure = {}): Record<string, unknown> {
  const issuedAt = new Date(flow.issuedAt).toISOString();
  const messagesOf = (name: string): UiText[] =>
    failure.missing?.includes(name) === true ? [missing(name)] : [];
  return {
    id: flow.id,
    organization_id: null,
    type: 'browser',
    state: 'choose_method',
    issued_at: issuedAt,
    expires_at: new Date(flow.expiresAt).toISOString(),
    created_at: issuedAt,
    updated_at: issuedAt,
    request_url: flow.requestUrl,
    ...(flow.returnTo === undefined ? {} : { return_to: flow.returnTo }),
    refresh: flow.refresh,
    requested_aal: 'aal1',
    ui: {
      // Relative, because only the page knows the origin it was loaded from.
      action: `/api/.ory/self-service/login?flow=${flow.id}`,
      method: 'POST',
      ...(failure.messages === undefined ? {} : { messages: failure.messages }),
      nodes: [
        input('default', { name: 'csrf_token', type: 'hidden', value: flow.csrfToken, required: true }),
        input(
          'default',
          { name: 'identifier', type: 'text', value: failure.identifier ?? '', required: true },
          { id: 1_070_002, text: 'E-Mail', type: 'info', context: { title: 'E-Mail' } },
          messagesOf('identifier'),
        ),
        input(
          'password',
          { name: 'password', type: 'password', required: true, autocomplete: 'current-password' },
          { id: 1_070_001, text: 'Password', type: 'info' },
          messagesOf('password'),
        ),
        input(
          'password',
          { name: 'method', type: 'submit', value: 'password' },
          { id: 1_010_001, text: 'Sign in', type: 'info', context: {} },
        ),
      ],
    },
  };
}

function input(
  group: string,
  attributes: Record<string, unknown>,
  label?: UiText,
  messages: UiText[] = [],
): Record<string, unknown> {
  return {
    type: 'input',
    group,
    attributes: { ...attributes, disabled: false, node_type: 'input' },
    messages,
    meta: label === undefined ? {} : { label },
  };
}

/** Where the person is reached: the address of the account, which has no row of its own here. */
function addressesOf({ identity }: Session): readonly Record<string, unknown>[] {
  const { id, traits, created_at, updated_at } = identity;
  return traits.email === undefined
    ? []
    : [{ id, value: traits.email, via: 'email', created_at, updated_at }];
}

/** The session as `sessions/whoami` tells it. */
export function sessionJson(session: Session): Record<string, unknown> {
  return {
    id: session.id,
    active: session.active,
    expires_at: session.expiresAt,
    authenticated_at: session.authenticatedAt,
    issued_at: session.issuedAt,
    authenticator_assurance_level: 'aal1',
    authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: session.authenticatedAt }],
    identity: {
      ...session.identity,
      schema_url: '',
      verifiable_addresses: addressesOf(session).map((address) => ({
        ...address,
        verified: false,
        status: 'pending',
      })),
      recovery_addresses: addressesOf(session),
      organization_id: null,
    },
    devices: [],
  };
}
