import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Topic } from '../live.ts';
import { type Pace, useTopic } from './live-store.ts';

interface LatestOptions<T> {
  topic: Topic;
  /** Undefined keeps the last result. */
  load: () => Promise<T | undefined>;
  /** The data that the page was loaded with. A new object is newer than the last result. */
  base: object | null;
  /** useTopic() explains it. */
  since?: number | undefined;
  pace: Pace;
}

/** Loads again after changes of a topic. Returns undefined before the first change. */
export function useLatest<T>({ topic, load, base, pace, since }: LatestOptions<T>): T | undefined {
  const [latest, setLatest] = useState<{ base: object | null; loaded: T }>();
  const requests = useRef(0);

  useTopic(
    topic,
    () => {
      requests.current += 1;
      const request = requests.current;
      load()
        .then((loaded) => loaded && request === requests.current && setLatest({ base, loaded }))
        .catch(() => undefined);
    },
    pace,
    since,
  );
  return latest?.base === base ? latest.loaded : undefined;
}

/** Sends at most one request a second. */
const ADMIN_PACE = { interval: 1_000, maxDelay: 0 };

/** Reads an address of the admin panel after changes of a topic. */
export function useLatestFrom<T>(address: string, topic: Topic, base: object, since?: number): T | undefined {
  const { revalidate } = useRevalidator();
  async function load(): Promise<T | undefined> {
    const response = await fetch(address);
    // The user has lost the role, and is redirected.
    if (response.redirected) await revalidate();
    return response.redirected || !response.ok ? undefined : ((await response.json()) as T);
  }
  return useLatest({ topic, load, base, pace: ADMIN_PACE, since });
}
