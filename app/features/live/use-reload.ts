import { useRevalidator } from 'react-router';
import type { Topic } from '#domain/live.ts';
import { touchPage } from '#ui/when-touched.ts';
import { useTopic } from './live-store.ts';

/** In milliseconds. */
const PACE = { interval: 1_000, maxDelay: 0 };

/** Loads the data of the page again after changes of a topic. See useTopic(). */
export function useReload(topic: Topic | undefined, since?: number): void {
  const { revalidate } = useRevalidator();
  const reload = () => {
    touchPage();
    void revalidate();
  };
  useTopic(topic, reload, PACE, since);
}
