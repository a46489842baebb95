import { type Context, Hono } from 'hono';
import { drawCar } from '#core/pictures/draw-car.ts';
import { drawPart } from '#core/pictures/draw-part.server.ts';

/** Serves drawings of parts and cars that have no photo, by the facts in their address. */
export function serveDrawings(): Hono {
  const app = new Hono();
  app.get('/part.svg', async (context) => {
    const { name = '', condition } = context.req.query();
    return send(context, await drawPart(name, condition));
  });
  app.get('/car.svg', (context) => {
    const { body = '', color = '' } = context.req.query();
    return send(context, drawCar(body, color));
  });
  return app;
}

function send(context: Context, drawing: string): Response {
  return context.body(drawing, 200, {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=86400',
  });
}
