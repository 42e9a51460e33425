import { toSyncError } from '#sync/errors.ts';
import { DEFAULT_RETURN_TO } from '#src/platform/session/return-to.ts';
import { createStore, type Store } from '#src/platform/device/store.ts';
import type { SwapSession } from '#src/platform/session/swap-session.ts';
import type { UrlCredentials } from '#src/platform/session/url-credentials.ts';
import type { IdentityApi } from './identity-api.ts';
import { passwordBody, type IdentityFlow } from './identity-flow.ts';
import { loginStep, type LoginStep } from './login-step.ts';

export type LoginView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'form'; readonly flow: IdentityFlow }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface LoginState {
  readonly view: LoginView;
  /** Why the form is empty again ('Your interaction expired…'). */
  readonly notice: string | null;
  readonly isSubmitting: boolean;
}

export interface LoginPorts {
  readonly api: IdentityApi;
  readonly returnTo: string;
  readonly refresh: boolean;
  readonly aal: string;
  /** Runs what changes whose session this is, while nothing of this app is on its way (AUT7). */
  readonly swap: SwapSession;
  /** Credentials of the address, where the deployment allows them; asked for once. */
  readonly addressCredentials: () => Promise<UrlCredentials | null>;
  readonly onSignedIn: (returnTo: string) => Promise<void>;
  readonly onGo: (href: string) => void;
  readonly onLeave: (href: string) => void;
  /** The address follows the flow, without a reload. */
  readonly onFlow: (flowId: string) => void;
}

export interface LoginController extends Store<LoginState> {
  /** Opens a new flow, or the one of the address. Does nothing while a call runs. */
  readonly open: (flowId?: string) => Promise<void>;
  /** Sends the form. A second submit while one runs is dropped. */
  readonly submit: (flow: IdentityFlow, body: Readonly<Record<string, string>>) => Promise<void>;
}

/** Restarts in a row before the page stops asking: an identity service in a loop is a failure to be shown. */
export const MAX_RESTARTS = 3;

export function createLoginController(ports: LoginPorts): LoginController {
  const store = createStore<LoginState>({ view: { kind: 'loading' }, notice: null, isSubmitting: false });
  let { returnTo } = ports;
  let restarts = 0;
  let isBusy = false;
  const patch = (change: Partial<LoginState>): void => store.set({ ...store.get(), ...change });

  const openNow = async (flowId: string | undefined): Promise<void> => {
    const { api, refresh, aal } = ports;
    const answer = await (flowId === undefined
      ? api.createLoginFlow({ returnTo, refresh, aal })
      : api.readLoginFlow(flowId));
    const step = loginStep(answer, { action: 'open', returnTo });
    await take(step);
    if (step.kind !== 'flow') return;
    const credentials = await ports.addressCredentials();
    if (credentials !== null) await submitNow(step.flow, passwordBody(step.flow, credentials));
  };

  const submitNow = async (flow: IdentityFlow, body: Readonly<Record<string, string>>): Promise<void> => {
    patch({ isSubmitting: true, notice: null });
    ports.onFlow(flow.id);
    try {
      await ports.swap(async () => {
        const answer = await ports.api.submitLogin(flow.id, body);
        await take(loginStep(answer, { action: 'submit', returnTo }));
      });
    } catch (thrown) {
      patch({ view: { kind: 'failed', message: toSyncError(thrown).message } });
    }
    patch({ isSubmitting: false });
  };

  const restart = async (message: string | null): Promise<void> => {
    restarts += 1;
    if (restarts > MAX_RESTARTS) {
      patch({ view: { kind: 'failed', message: 'The sign-in service keeps starting over.' } });
      return;
    }
    patch({ notice: message });
    await openNow(undefined);
  };

  const take = async (step: LoginStep): Promise<void> => {
    switch (step.kind) {
      case 'flow':
        patch({ view: { kind: 'form', flow: step.flow } });
        return;
      case 'signed-in':
        await ports.onSignedIn(returnTo);
        return;
      case 'restart':
        await restart(step.message);
        return;
      case 'leave':
        ports.onLeave(step.href);
        return;
      case 'go':
        ports.onGo(step.href);
        if (step.message === null) return;
        // The only refusal with a text is that of return_to: the form starts again without it.
        returnTo = DEFAULT_RETURN_TO;
        await restart(step.message);
        return;
      case 'unreachable':
      case 'failed':
        patch({ view: step });
    }
  };

  const exclusively = async (run: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await run();
    } finally {
      isBusy = false;
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    open: (flowId) =>
      exclusively(async () => {
        restarts = 0;
        patch({ view: { kind: 'loading' } });
        await openNow(flowId);
      }),
    submit: (flow, body) => exclusively(() => submitNow(flow, body)),
  };
}
