import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** The built files and the pictures. Names under /assets hold a hash of the content and never change their meaning. */
export function staticFiles(root: string): Hono {
  const files = new Hono();
  files.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  files.use(
    '*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=3600'),
    }),
  );
  return files;
}
