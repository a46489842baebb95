import { useEffect, useState } from 'react';
import type { Role } from '#core/accounts/role.ts';
import { useTopic } from '#core/live/ui/live-store.ts';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import type { Waiting } from '#desk/today/count-waiting.server.ts';
import type { Counts } from './panel-nav.tsx';

/** Counts what waits in each entry, by the entry's address, and again after changes. */
export function useWaiting(loaded: Waiting, asOf: number): Counts {
  return {
    '/admin/orders': useCount('orders', loaded, asOf),
    '/admin/returns': useCount('returns', loaded, asOf),
    '/admin/requests': useCount('requests', loaded, asOf),
    '/admin/messages': useCount('messages', loaded, asOf),
    '/admin/alerts': useCount('alerts', loaded, asOf),
  };
}

function useCount(name: keyof Waiting, loaded: Waiting, asOf: number): number {
  const latest = useLatestFrom<Waiting>('/admin/waiting', `admin:${name}`, loaded, asOf);
  return (latest ?? loaded)[name];
}

/** Counts what others have changed in each entry since the person has looked at it, by the entry's address. */
export function useNews(shown: string | undefined, role: Role): Counts {
  const [counts, setCounts] = useState<Counts>({});

  function count(address: string) {
    if (address === shown && !document.hidden) return;
    setCounts((current) => ({ ...current, [address]: (current[address] ?? 0) + 1 }));
  }
  useTopic('admin:parts', (isOwn) => !isOwn && count('/admin'));
  useTopic('admin:orders', (isOwn) => !isOwn && count('/admin/orders'));
  useTopic('admin:requests', (isOwn) => !isOwn && count('/admin/requests'));
  useTopic('admin:messages', (isOwn) => !isOwn && count('/admin/messages'));
  useTopic('admin:returns', (isOwn) => !isOwn && count('/admin/returns'));
  useTopic('admin:alerts', (isOwn) => !isOwn && count('/admin/alerts'));
  useTopic(role === 'admin' ? 'admin:audit' : undefined, (isOwn) => !isOwn && count('/admin/security'));

  useEffect(() => {
    function onLook() {
      if (shown !== undefined && !document.hidden) setCounts((current) => ({ ...current, [shown]: 0 }));
    }
    onLook();
    document.addEventListener('visibilitychange', onLook);
    return () => document.removeEventListener('visibilitychange', onLook);
  }, [shown]);
  return counts;
}

/** Shows the count before the title of the page, whose own text each page sets. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
  });
}
