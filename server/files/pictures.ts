import { Hono } from 'hono';
import type { Files } from '#core/platform/files.server.ts';

/** Serves the pictures of parts. The content of a name never changes. */
export function servePictures(files: Files): Hono {
  const app = new Hono();
  app.get('/:name{.+\\.webp}', async (context) => {
    const content = await files.get(`pictures/${context.req.param('name')}`);
    if (!content) return context.text('Not found', 404);
    return context.body(content, 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Search engines and messengers show them too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return app;
}
