import { Server } from 'node:http';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { DevelopedScreens } from './serve-shop.ts';

type ShopModule = typeof import('./index.ts');

/** Loads the shop from its sources with Vite. Changes of screens reload, changes of the server need a restart. */
export async function develop(): Promise<{ server: ShopModule; screens: DevelopedScreens }> {
  const { createServer } = await import('vite');
  const reloads = new Server();
  const vite = await createServer({
    root: join(import.meta.dirname, '..'),
    server: { middlewareMode: true, hmr: { server: reloads } },
    appType: 'custom',
  });
  const load = (id: string) => vite.ssrLoadModule(id);
  return {
    server: (await load('/server/index.ts')) as ShopModule,
    screens: {
      vite: {
        build: async () => (await load('virtual:react-router/server-build')) as ServerBuild,
        listener: vite.middlewares,
        reloads,
        close: () => vite.close(),
      },
    },
  };
}
