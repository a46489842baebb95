import { databaseContext } from '#core/platform/database.server.ts';
import { readFits } from '#core/fitment/fits.server.ts';
import { badRequest, fitParameters, readParameters } from '#core/search/parts-parameters.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/fits.ts';

/** See docs/api.md. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readParameters(request, fitParameters);
  if ('refusal' in read) return badRequest(read.refusal);
  const { ids, ...vehicle } = read.given;
  const settings = context.get(settingsContext).fitment;
  const fits = await readFits(context.get(databaseContext).public, vehicle, ids, settings);
  return Response.json({ fits: Object.fromEntries(fits) });
}
