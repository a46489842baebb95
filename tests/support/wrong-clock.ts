import { vi } from 'vitest';

/** Runs `work` while the clock of this process is wrong. Timers and the database's clock are right. */
export async function withWrongClock<T>(hours: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
