import { databaseContext } from '#services';
import { acceptMatches, ChangedMeanwhile, leaveMatches } from '#features/importer/decide-match.server.ts';
import { importRequest, readBody } from '#features/importer/importer-requests.server.ts';
import { undoImport } from '#features/importer/undo-import.server.ts';
import { requireAdmin } from '#features/importer/require-admin.server.ts';
import type { Route } from './+types/functions.v1.catalog-import.ts';

/** What becomes of an import: found parts that are there already are accepted or left, all of it is undone. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(request, context);
  const read = await readBody(request, importRequest);
  if ('error' in read) return Response.json(read, { status: 400 });
  const order = { database: context.get(databaseContext), admin, ...read.body };
  switch (order.intent) {
    case 'accept':
      try {
        return answer(await acceptMatches(order), 'This part has been decided already, or is gone');
      } catch (error) {
        if (error instanceof ChangedMeanwhile) return conflict(error.message);
        throw error;
      }
    case 'leave':
      return answer(await leaveMatches(order), 'This part has been decided already, or is gone');
    case 'undo': {
      const undone = await undoImport(order);
      return undone ? Response.json(undone) : conflict('This import cannot be undone, or is undone already');
    }
  }
}

function answer(parts: number, otherwise: string) {
  return parts > 0 ? Response.json({ parts }) : conflict(otherwise);
}

function conflict(error: string) {
  return Response.json({ error }, { status: 409 });
}
