import { databaseContext } from '#core/platform/database.server.ts';
import { readVehicleLists } from '#core/search/vehicle-lists.server.ts';
import { readVehicleChoices } from '#core/vehicles/vehicle.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/models.ts';

/** Answers GET /api/models?make=… */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { make } = readVehicleChoices(new URL(request.url).searchParams);
  if (make === undefined) return Response.json({ error: 'make is missing' }, { status: 400 });
  const settings = context.get(settingsContext).fitment;
  const { models } = await readVehicleLists(context.get(databaseContext).public, { make }, settings);
  return Response.json({ models });
}
