import { CloudOff } from 'lucide-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { buildConfig, runtimeConfig } from '#src/platform/config.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { loginHref, safeReturnTo } from '#src/platform/session/return-to.ts';
import { session, useSession, type SessionIdentity } from '#src/platform/session/session.ts';
import { useStore } from '#src/platform/device/store.ts';
import { swapSession } from '#src/platform/session/swap-session.ts';
import { consumeUrlCredentials, type UrlCredentials } from '#src/platform/session/url-credentials.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { LoadingRegion, SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { BareCard } from './bare-card.tsx';
import { identityApi } from './identity-api.ts';
import { createLoginController, type LoginController } from './login-controller.ts';
import { LoginForm } from './login-form.tsx';

export interface LoginPageProps {
  flowId: string | undefined;
  returnTo: string | undefined;
  refresh: boolean;
  aal: string | undefined;
}

/** Titles of the product. */
function titleOf({ refresh, aal }: Pick<LoginPageProps, 'refresh' | 'aal'>): string {
  if (refresh) return 'Confirm Action';
  return aal === 'aal2' ? 'Two-Factor Authentication' : 'Sign In to your account';
}

/** Sign-in by password. Give it a key of what decides the flow (refresh, aal, return_to). */
export function LoginPage(props: LoginPageProps): ReactElement {
  const title = titleOf(props);
  usePageFrame({ title, crumbs: [] });
  const controller = useController(props);
  const { view, notice, isSubmitting } = useStore(controller);
  const { identity } = useSession();
  return (
    <BareCard title={title}>
      {identity !== null && view.kind === 'form' && <KeptNote identity={identity} />}
      <LoadingRegion
        isLoading={view.kind === 'loading'}
        label="Loading the sign-in form"
        skeleton={<FormSkeleton />}
      >
        {view.kind === 'form' && (
          <LoginForm
            flow={view.flow}
            isSubmitting={isSubmitting}
            notice={notice}
            onSubmit={(body) => void controller.submit(view.flow, body)}
          />
        )}
      </LoadingRegion>
      {view.kind === 'unreachable' && (
        <Unreachable identity={identity} reason={view.reason} onRetry={() => void controller.open()} />
      )}
      {view.kind === 'failed' && (
        <div className="flex flex-col gap-4" role="alert">
          <p className="text-body text-danger wrap-any">{view.message}</p>
          <Button onPress={() => void controller.open()}>Try again</Button>
        </div>
      )}
    </BareCard>
  );
}

function useController(props: LoginPageProps): LoginController {
  const router = useRouter();
  const { flowId, refresh, aal = '' } = props;
  const [controller] = useState(() =>
    createLoginController({
      api: identityApi,
      returnTo: safeReturnTo(props.returnTo, location.origin),
      refresh,
      aal,
      swap: swapSession,
      addressCredentials,
      onSignedIn: async (returnTo) => {
        const state = await session.check();
        if (state.kind === 'second-factor') router.history.push(loginHref(returnTo, { aal: 'aal2' }));
        else router.history.push(returnTo);
      },
      onGo: (href) => router.history.replace(href),
      onLeave: (href) => location.assign(href),
      onFlow: (flow) => {
        const url = new URL(location.href);
        if (url.searchParams.get('flow') === flow) return;
        url.searchParams.set('flow', flow);
        router.history.replace(`${url.pathname}${url.search}`);
      },
    }),
  );
  useEffect(() => {
    void controller.open(flowId);
    const retry = (): void => {
      if (controller.get().view.kind === 'unreachable') void controller.open();
    };
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
    // oxlint-disable-next-line react/exhaustive-deps -- the flow of the address is read once; later it follows the page
  }, [controller]);
  return controller;
}

async function addressCredentials(): Promise<UrlCredentials | null> {
  const credentials = consumeUrlCredentials();
  if (credentials === null) return null;
  const { credentialsInUrl } = await runtimeConfig();
  return credentialsInUrl ? credentials : null;
}

function KeptNote({ identity }: { identity: SessionIdentity }): ReactElement {
  return (
    <p className="-mt-2 mb-4 text-table text-muted">
      The data of {identity.name} stays on this device. Unsent changes are sent after signing in.
    </p>
  );
}

function FormSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <SkeletonBar className="h-14" />
      <SkeletonBar className="h-14" />
      <SkeletonBar className="mt-1 h-8" />
    </div>
  );
}

interface UnreachableProps {
  identity: SessionIdentity | null;
  reason: string;
  onRetry: () => void;
}

/** Signing in needs the server; reading what is here does not. */
function Unreachable({ identity, reason, onRetry }: UnreachableProps): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-2.5" role="alert">
        <span className="mt-0.5 text-muted">
          <Icon icon={CloudOff} />
        </span>
        <div>
          <p className="text-body font-medium">The server cannot be reached</p>
          <p className="mt-0.5 text-table text-muted wrap-any" title={reason}>
            Signing in needs a connection.{' '}
            {identity === null
              ? `Nothing is stored on this device yet, so ${buildConfig.productName} has nothing to show without one.`
              : `You can still work with what ${identity.name} has on this device.`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {identity !== null && (
          <LinkButton href="/" variant="primary">
            Open what is on this device
          </LinkButton>
        )}
        <Button onPress={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
