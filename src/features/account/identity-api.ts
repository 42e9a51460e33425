import { requestJson, type HttpAnswer, type RequestJson } from '#src/platform/http.ts';

const BASE = '/api/.ory/self-service';

export interface LoginFlowRequest {
  readonly returnTo: string;
  readonly refresh: boolean;
  readonly aal: string;
}

/** The identity service's calls of the sign-in and error pages (api.md 5.1). */
export interface IdentityApi {
  readonly createLoginFlow: (request: LoginFlowRequest) => Promise<HttpAnswer>;
  readonly readLoginFlow: (flowId: string) => Promise<HttpAnswer>;
  readonly submitLogin: (flowId: string, body: Readonly<Record<string, string>>) => Promise<HttpAnswer>;
  readonly readFlowError: (id: string) => Promise<HttpAnswer>;
}

export function createIdentityApi(request: RequestJson): IdentityApi {
  return {
    createLoginFlow: ({ returnTo, refresh, aal }) =>
      request(
        `${BASE}/login/browser?${new URLSearchParams({ refresh: String(refresh), aal, return_to: returnTo }).toString()}`,
      ),
    readLoginFlow: (flowId) =>
      request(`${BASE}/login/flows?${new URLSearchParams({ id: flowId }).toString()}`),
    submitLogin: (flowId, body) =>
      request(`${BASE}/login?${new URLSearchParams({ flow: flowId }).toString()}`, { method: 'POST', body }),
    readFlowError: (id) => request(`${BASE}/errors?${new URLSearchParams({ id }).toString()}`),
  };
}

export const identityApi: IdentityApi = createIdentityApi(requestJson);
