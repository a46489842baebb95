import { Hono } from 'hono';
import { drawPart } from '#core/pictures/draw-part.server.ts';

/** Serves the drawings of parts that have no photo (drawingAddress). */
export function serveDrawings(): Hono {
  const app = new Hono();
  app.get('/', async (context) => {
    const { name = '', condition } = context.req.query();
    return context.body(await drawPart(name, condition), 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
    });
  });
  return app;
}
