import { useRef, useState } from 'react';
import type { Topic } from '#domain/live.ts';
import { type Pace, useTopic } from './live-store.ts';

interface LatestOptions<T> {
  topic: Topic;
  /** Undefined keeps what was loaded before. */
  load: () => Promise<T | undefined>;
  /** What the page was loaded with. A new one is newer than what was loaded here. */
  base: object | null;
  /** See useTopic(). */
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
