import { setTimeout as wait } from 'node:timers/promises';
import { serveReader } from '#core/platform/readers/serve-reader.server.ts';

const MEGABYTE = 1024 * 1024;

const kept: unknown[] = [];

// This reader's files need as much as a test says.
serveReader((parent) => ({
  add: async (one: number, other: number) => one + other,
  readTwice: async () => [await parent.call('read', 1), await parent.call('read', 2)],
  environment: async () => Object.keys(process.env),
  async objects() {
    for (;;) kept.push({ kept });
  },
  /** Uses memory outside of the heap, just like libraries in C. */
  async native(megabytes: number) {
    for (let taken = 0; taken < megabytes; taken += 8) {
      kept.push(Buffer.alloc(8 * MEGABYTE, 1));
      await wait(2);
    }
  },
  hang: () => wait(3_600_000),
  async busy() {
    for (;;);
  },
  crash: async () => process.abort(),
  exit: async () => process.exit(3),
  async fail() {
    throw Object.assign(new TypeError('It has failed'), { code: 'E_FAILED' });
  },
}));
