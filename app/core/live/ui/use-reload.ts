import { useRevalidator } from 'react-router';
import type { Topic } from '../live.ts';
import { useTopic } from './live-store.ts';

/** Sends at most one request a second. */
const PACE = { interval: 1_000, maxDelay: 0 };

/** Loads the data of the page again after changes of a topic. useTopic() explains `since`. */
export function useReload(topic: Topic | undefined, since?: number): void {
  const { revalidate } = useRevalidator();
  useTopic(topic, () => void revalidate(), PACE, since);
}
