import { settingsContext } from '#core/settings/settings.server.ts';
import { formatFitmentText } from './fitment-documents.ts';
import type { Route } from './+types/fitment-page.ts';

/** Documents what the catalog adds to the protocol. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(formatFitmentText(context.get(settingsContext).business.name), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
