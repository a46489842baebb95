import { refreshRetryDelay, refreshTiming } from '#core/accounts/account.ts';
import { announce, readVisitor, subscribe } from '#core/accounts/visitor-store.ts';

type RefreshResult = 'token-refreshed' | 'session-over' | 'failed';

let refreshedAt = -Infinity;

/** Refreshes the session before it expires, until `signal`. */
export function keepSessionFresh(signal: AbortSignal): void {
  let stopRefreshing: (() => void) | undefined;
  const restart = () => {
    stopRefreshing?.();
    const { user, expires_in: seconds = 0 } = readVisitor();
    stopRefreshing = user ? startRefreshing(Date.now() + seconds * 1000) : undefined;
  };
  const unsubscribe = subscribe(restart);
  restart();
  signal.addEventListener('abort', () => {
    unsubscribe();
    stopRefreshing?.();
  });
}

/** Returns a stop function. @param expiresAt Milliseconds of the browser's clock. */
function startRefreshing(expiresAt: number): () => void {
  let stopped = false;
  let refreshing = false;

  async function check() {
    const now = Date.now();
    const isFresh =
      expiresAt - now > refreshTiming.threshold || now - refreshedAt < refreshTiming.checkInterval;
    if (isFresh || refreshing) return;
    refreshing = true;
    const result = await refreshWithRetries();
    refreshing = false;
    if (result === 'failed') return;
    refreshedAt = Date.now();
    await announce(result);
  }

  async function refreshWithRetries(failures = 0): Promise<RefreshResult> {
    const result = await refresh();
    if (result !== 'failed' || stopped) return result;
    await new Promise((resolve) => setTimeout(resolve, refreshRetryDelay(failures + 1)));
    return stopped ? 'failed' : refreshWithRetries(failures + 1);
  }

  const timer = setInterval(() => void check(), refreshTiming.checkInterval);
  void check();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

async function refresh(): Promise<RefreshResult> {
  try {
    const { ok, status } = await fetch('/auth/v1/token?grant_type=refresh_token', { method: 'POST' });
    if (ok) return 'token-refreshed';
    return status === 401 ? 'session-over' : 'failed';
  } catch {
    return 'failed';
  }
}
