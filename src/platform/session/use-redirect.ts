import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads on to another address in place of this one, which Back then does not come to; null stays. */
export function useRedirect(href: string | null): void {
  const { history } = useRouter();
  useEffect(() => {
    if (href !== null) history.replace(href);
  }, [history, href]);
}
