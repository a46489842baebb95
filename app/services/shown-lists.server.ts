import { AsyncLocalStorage } from 'node:async_hooks';
import type { ShownList } from '#domain/search/may-list.ts';

/** What a page depends on, besides the parts whose ids it contains. */
export interface Shown {
  lists: readonly ShownList[];
  parts: ReadonlySet<string>;
}

interface Recorded {
  /** By their JSON. */
  lists: Map<string, ShownList>;
  parts: Set<string>;
}

const storage = new AsyncLocalStorage<Recorded>();

/** Runs a function and returns what was recorded meanwhile. */
export async function recordShown<Result>(run: () => Promise<Result>): Promise<Shown & { result: Result }> {
  const recorded: Recorded = { lists: new Map(), parts: new Set() };
  const result = await storage.run(recorded, run);
  return { result, lists: [...recorded.lists.values()], parts: recorded.parts };
}

/** Call for each list that is read: its parts, its order, or its counts. */
export function showList(list: ShownList): void {
  storage.getStore()?.lists.set(JSON.stringify(list), list);
}

/** Call for parts whose change may change the page, and whose ids it may lack, such as those that are out of stock. */
export function showParts(ids: Iterable<string>): void {
  const recorded = storage.getStore();
  for (const id of ids) recorded?.parts.add(id);
}

/** Stands for the id of a part. Two ids rarely have the same. */
export function partNumber(id: string): number {
  let number = 0;
  for (let at = 0; at < id.length; at += 1) number = (Math.imul(number, 31) + id.charCodeAt(at)) | 0;
  return number >>> 0;
}
