import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { setFilter } from '#core/search/chosen-filters.ts';
import { listModels } from '#core/search/vehicle-lists.server.ts';
import type { JunkyardSearch } from '#core/search/junkyard-address.ts';

/**
 * A form without JavaScript keeps the chosen model when another make is chosen. Returns the search without a model that only
 * other makes have. A model that no make has stays, and finds no parts.
 */
export async function withOwnModel(database: Kysely<DB>, search: JunkyardSearch): Promise<JunkyardSearch> {
  const { make, model } = search;
  if (make === '' || model === '') return search;
  const makes = (await listModels(database)).filter((listed) => listed.model === model);
  const isOthers = makes.length > 0 && makes.every((listed) => listed.make !== make);
  return isOthers ? setFilter(search, 'model', '') : search;
}
