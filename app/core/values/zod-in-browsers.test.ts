import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

afterEach(() => {
  vi.unstubAllGlobals();
  z.config({ jitless: false });
});

/** Loads the module anew, because it decides while it is loaded. */
async function load() {
  const path = `./zod-in-browsers.ts?${crypto.randomUUID()}`;
  const loaded: { z: typeof z } = await import(/* @vite-ignore */ path);
  return loaded.z;
}

test('zod does not compile schemas in a browser', async () => {
  vi.stubGlobal('document', {});
  expect((await load()).config().jitless).toBe(true);
});

test('zod compiles schemas on the server', async () => {
  expect((await load()).config().jitless).not.toBe(true);
});
