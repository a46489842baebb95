import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** Reads the list of files once, so that requests for pages do not search the disk. */
export function staticFiles(root: string): Hono {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const paths = new Set(files.map((file) => `/${file.replaceAll(sep, '/')}`));
  const send = serveStatic({
    root,
    precompressed: true,
    onFound: (_path, context) =>
      context.header(
        'Cache-Control',
        context.req.path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      ),
  });
  const app = new Hono();
  app.get('*', (context, next) => (paths.has(context.req.path) ? send(context, next) : next()));
  return app;
}
