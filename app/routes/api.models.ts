import { databaseContext } from '#services';
import { vehicleLists } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { vehicleChoices } from '#domain/vehicle.ts';
import type { Route } from './+types/api.models.ts';

/** GET /api/models?make=…: the models of a make that the catalogue has parts for, for everybody. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { make } = vehicleChoices(new URL(request.url).searchParams);
  if (make === undefined) return Response.json({ error: 'make is missing' }, { status: 400 });
  const { models } = await vehicleLists(context.get(databaseContext).public, { make });
  return Response.json({ models });
}
