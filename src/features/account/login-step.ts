import * as v from 'valibot';
import type { HttpAnswer } from '#src/platform/http.ts';
import { DEFAULT_RETURN_TO, loginHref } from '#src/platform/session/return-to.ts';
import { flowSchema, type IdentityFlow } from './identity-flow.ts';

/** What the sign-in page does after an answer of the identity service. */
export type LoginStep =
  | { readonly kind: 'flow'; readonly flow: IdentityFlow }
  | { readonly kind: 'signed-in' }
  /** A new flow; the message, if any, says why the form is empty again. */
  | { readonly kind: 'restart'; readonly message: string | null }
  /** A path of this page. */
  | { readonly kind: 'go'; readonly href: string; readonly message: string | null }
  /** An address the identity service names. */
  | { readonly kind: 'leave'; readonly href: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

const errorSchema = v.object({
  error: v.fallback(
    v.object({
      id: v.fallback(v.optional(v.string()), undefined),
      code: v.fallback(v.optional(v.number()), undefined),
      message: v.fallback(v.optional(v.string()), undefined),
      reason: v.fallback(v.optional(v.string()), undefined),
    }),
    {},
  ),
  redirect_browser_to: v.fallback(v.optional(v.string()), undefined),
});

type ServiceError = v.InferOutput<typeof errorSchema>;

/** Creating, reading or submitting a login flow all answer in these shapes (spec 002 section 8, api.md 5.1). */
export function loginStep(
  answer: HttpAnswer,
  context: { readonly action: 'open' | 'submit'; readonly returnTo: string },
): LoginStep {
  if (answer.kind === 'unreachable') return { kind: 'unreachable', reason: answer.reason };
  if (answer.status >= 500) return { kind: 'unreachable', reason: `HTTP ${answer.status}` };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && context.action === 'submit') return { kind: 'signed-in' };
  const flow = v.safeParse(flowSchema, answer.body);
  // A refused submit (400) carries the flow with its messages; it replaces the one on the screen.
  if (flow.success && (isSuccess || answer.status === 400)) return { kind: 'flow', flow: flow.output };
  const parsed = v.safeParse(errorSchema, answer.body);
  return errorStep(parsed.success ? parsed.output : { error: {} }, answer.status, context.returnTo);
}

function errorStep(body: ServiceError, status: number, returnTo: string): LoginStep {
  const { error, redirect_browser_to: redirect } = body;
  switch (error.id) {
    case 'session_already_available':
      return { kind: 'go', href: DEFAULT_RETURN_TO, message: null };
    case 'session_aal2_required':
      return leaveOr(redirect, loginHref(returnTo, { aal: 'aal2' }));
    case 'session_refresh_required':
      return leaveOr(redirect, loginHref(returnTo, { refresh: 'true' }));
    case 'browser_location_change_required':
      return leaveOr(redirect, DEFAULT_RETURN_TO);
    // "Goes to /login with return_to": this is that page, so a new flow with the same return_to is opened.
    case 'session_inactive':
      return { kind: 'restart', message: null };
    case 'self_service_flow_return_to_forbidden':
      return { kind: 'go', href: '/login', message: 'The return_to address is not allowed.' };
    case 'self_service_flow_expired':
      return { kind: 'restart', message: 'Your interaction expired, please fill out the form again.' };
    case 'security_csrf_violation':
      return {
        kind: 'restart',
        message: 'A security violation was detected, please fill out the form again.',
      };
    case 'security_identity_mismatch':
      return { kind: 'restart', message: null };
    default:
      // A form that was used, or that the server has forgotten, is gone or not found.
      if (status === 410 || error.code === 404) return { kind: 'restart', message: null };
      return { kind: 'failed', message: error.reason ?? error.message ?? `Sign-in failed (HTTP ${status})` };
  }
}

function leaveOr(redirect: string | undefined, fallback: string): LoginStep {
  return redirect !== undefined && /^https?:\/\//i.test(redirect)
    ? { kind: 'leave', href: redirect }
    : { kind: 'go', href: fallback, message: null };
}
