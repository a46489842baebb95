import type { Taken } from './taken.server.ts';

/** The fields of a form that a browser has sent by itself. What can't be read has none. */
export async function textFields(request: Request): Promise<Record<string, string>> {
  const sent = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** What the page says then: it was taken, or why not, with all that was typed. */
export function unscripted(taken: Taken, fields: Record<string, string>) {
  return 'error' in taken
    ? { status: taken.status, error: taken.error, fields }
    : { status: taken.status, error: undefined, fields: {} as Record<string, string> };
}
