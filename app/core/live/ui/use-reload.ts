import { useEffect, useRef } from 'react';
import { useFetchers, useRevalidator } from 'react-router';
import type { Topic } from '../live.ts';
import { useTopic } from './live-store.ts';

/** Sends at most one request a second. */
const PACE = { interval: 1_000, maxDelay: 0 };

/** Loads the data of the page again after changes of a topic. useTopic() explains `since`. */
export function useReload(topic: Topic | undefined, since?: number): void {
  const { revalidate } = useRevalidator();
  const isSending = useFetchers().some(({ state }) => state === 'submitting');
  const isLate = useRef(false);

  function reload() {
    // React Router ignores where the answer of a form leads if the page was loaded again meanwhile.
    if (isSending) isLate.current = true;
    else void revalidate();
  }
  useTopic(topic, reload, PACE, since);
  useEffect(() => {
    if (isSending || !isLate.current) return;
    isLate.current = false;
    void revalidate();
  }, [isSending, revalidate]);
}
