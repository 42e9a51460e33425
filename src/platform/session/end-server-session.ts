import * as v from 'valibot';
import type { RequestJson } from '../http.ts';

const logoutFlowSchema = v.object({ logout_token: v.string() });

/** Ends the session at the identity service; true when it is ended or was none. Not reached or refused is false. */
export async function endServerSession(request: RequestJson): Promise<boolean> {
  const flow = await request('/api/.ory/self-service/logout/browser');
  if (flow.kind === 'unreachable') return false;
  // Nobody is signed in there: nothing to end.
  if (flow.status === 401) return true;
  const parsed = v.safeParse(logoutFlowSchema, flow.body);
  if (!parsed.success) return false;
  const query = new URLSearchParams({ token: parsed.output.logout_token, return_to: '/login' });
  const ended = await request(`/api/.ory/self-service/logout?${query.toString()}`);
  // A browser-style answer redirects to the sign-in page, which is HTML: ask whether the session is really gone.
  if (ended.kind === 'answer' && ended.status < 300) return true;
  const after = await request('/api/.ory/sessions/whoami');
  return after.kind === 'answer' && after.status === 401;
}
