import { databaseContext } from '#core/platform/database.server.ts';
import { acceptMatches, ChangedMeanwhile, leaveMatches } from './decide-match.server.ts';
import { importRequest, readBody } from './importer-requests.server.ts';
import { changeReading, importFoundParts, mapFoundParts } from './review-found.server.ts';
import { undoImport } from './undo-import.server.ts';
import { requireAdmin } from './require-admin.server.ts';
import type { Route } from './+types/catalog-import-call.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(request, context);
  const read = await readBody(request, importRequest);
  if ('error' in read) return Response.json(read, { status: 400 });
  const options = { database: context.get(databaseContext), admin, ...read.body };
  switch (options.intent) {
    case 'accept':
      try {
        return respond(await acceptMatches(options), 'This part is decided already, or was deleted');
      } catch (error) {
        if (error instanceof ChangedMeanwhile) return conflict(error.message);
        throw error;
      }
    case 'leave':
      return respond(await leaveMatches(options), 'This part is decided already, or was deleted');
    case 'read':
      return (await changeReading(options)) ? started() : conflict(NOT_WAITING);
    case 'import':
      return (await importFoundParts(options)) ? started() : conflict(NOT_WAITING);
    case 'map': {
      const mapped = await mapFoundParts(options);
      return 'error' in mapped ? conflict(mapped.error) : Response.json(mapped);
    }
    case 'undo': {
      const undone = await undoImport(options);
      return undone ? Response.json(undone) : conflict('This import cannot be undone, or is undone already');
    }
  }
}

const NOT_WAITING = 'These parts were already imported, are too old, or another crawl is running';

function started() {
  return Response.json({}, { status: 202 });
}

function respond(parts: number, error: string) {
  return parts > 0 ? Response.json({ parts }) : conflict(error);
}

function conflict(error: string) {
  return Response.json({ error }, { status: 409 });
}
