import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { readExportFile } from './export-form.server.ts';
import { exportParts } from './export-parts.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { filtersOf, readPartsQuery } from '#core/part-changes/parts-address.ts';
import type { Route } from './+types/export-file.ts';

export function loader({ request, params, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const { siteUrl } = context.get(shopContext);
  const { city, locations } = context.get(settingsContext).business;
  const read = readExportFile(params.file, parameters, { siteUrl, city, locations });
  if (!read) throw data(null, { status: 404 });
  if ('problem' in read) {
    return new Response(read.problem, {
      status: 400,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const query = readPartsQuery(parameters);
  const chunks = exportParts({
    file: read.file,
    selection: { q: query.q, filters: filtersOf(query) },
    siteUrl,
    run: asAdmin(context),
    publicDatabase: context.get(databaseContext).public,
  });
  const { logError } = context.get(requestContext);
  return csvResponse(chunks, { name: params.file, onError: logError });
}
