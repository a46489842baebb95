import { shareOf } from './workers.server.ts';

/** Waits until fewer than `max` others have a turn on this machine. Returns a function that ends the turn. */
export type Turns = () => Promise<() => void>;

/** @param max is the limit of all processes of the machine. Each process has its share, at least one. */
export function createTurns(max: number): Turns {
  let active = 0;
  const waiting: (() => void)[] = [];
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  };
  return async () => {
    if (active >= shareOf(max)) await new Promise<void>((resolve) => waiting.push(resolve));
    else active += 1;
    return end;
  };
}
