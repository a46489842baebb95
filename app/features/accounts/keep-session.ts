import { refreshPause, refreshRhythm } from '#domain/account.ts';

type Refreshed = 'token-refreshed' | 'session-over' | 'failed';

/** Whatever is said of the session, it is not refreshed more often than it is looked at. */
let refreshedAt = -Infinity;

/**
 * Refreshes the session in time (Spec §9, Auth token auto-refresh), as long as the page is there.
 *
 * @param endsAt when its access part runs out, by this browser's clock.
 */
export function keepSession(
  endsAt: number,
  tell: (news: Exclude<Refreshed, 'failed'>) => Promise<void>,
): () => void {
  let stopped = false;
  let refreshing = false;

  async function look() {
    const now = Date.now();
    const inTime = endsAt - now > refreshRhythm.whenLeft || now - refreshedAt < refreshRhythm.lookEvery;
    if (inTime || refreshing) return;
    refreshing = true;
    const outcome = await refreshAtLast();
    refreshing = false;
    if (outcome === 'failed') return;
    refreshedAt = Date.now();
    // Whoever hears of it looks up who is signed in, and for how long: this tab as well.
    await tell(outcome);
  }

  async function refreshAtLast(failures = 0): Promise<Refreshed> {
    const outcome = await refresh();
    if (outcome !== 'failed' || stopped) return outcome;
    await new Promise((resolve) => setTimeout(resolve, refreshPause(failures + 1)));
    return stopped ? 'failed' : refreshAtLast(failures + 1);
  }

  const timer = setInterval(() => void look(), refreshRhythm.lookEvery);
  void look();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

async function refresh(): Promise<Refreshed> {
  try {
    const { ok, status } = await fetch('/auth/v1/token?grant_type=refresh_token', { method: 'POST' });
    if (ok) return 'token-refreshed';
    return status === 401 ? 'session-over' : 'failed';
  } catch {
    return 'failed';
  }
}
