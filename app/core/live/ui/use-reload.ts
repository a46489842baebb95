import { useRevalidator } from 'react-router';
import type { Topic } from '../live.ts';
import { useTopic } from './live-store.ts';

/** In milliseconds. */
const PACE = { interval: 1_000, maxDelay: 0 };

/** Loads the data of the page again after changes of a topic. See useTopic(). */
export function useReload(topic: Topic | undefined, since?: number): void {
  const { revalidate } = useRevalidator();
  useTopic(topic, () => void revalidate(), PACE, since);
}
