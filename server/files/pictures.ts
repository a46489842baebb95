import { Hono } from 'hono';
import type { Files } from '#services';

/** The parts' pictures, for everybody. Their names hold a hash of the content and never change their meaning. */
export function pictures(files: Files): Hono {
  const app = new Hono();
  app.get('/:name{.+\\.webp}', async (context) => {
    const content = await files.get(`pictures/${context.req.param('name')}`);
    if (!content) return context.text('Not found', 404);
    return context.body(content, 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // They are for other sites too: search engines, a friend's message.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return app;
}
