import { useEffect } from 'react';
import { whenIdle } from '#ui/when-idle.ts';

const registerOfflinePage = () =>
  void import('./register-offline-page.ts')
    .then((module) => module.registerOfflinePage())
    .catch(() => undefined);

/** Has the browser keep the page that it shows without a connection. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (import.meta.env.PROD) return whenIdle(registerOfflinePage);
    return undefined;
  }, []);
}
