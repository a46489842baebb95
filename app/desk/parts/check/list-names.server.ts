import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { listLikelyDoubles } from '../likely-double.ts';

/** Maximum pairs that are listed. */
const MAX_PAIRS = 50;

export interface NamePair {
  kind: 'make' | 'model' | 'category';
  /** Make of a model. */
  make: string | null;
  name: string;
  like: string;
  parts: number;
}

interface CountedNames {
  /** 1 for a model, 2 for a category, 3 for a make. */
  level: number;
  make: string | null;
  model: string | null;
  category: string | null;
  parts: string;
}

/**
 * Makes, models of a make and categories that are likely two spellings of one. Reads the counts: of the catalog, and of the
 * lists of vehicles that parts fit.
 */
export async function listNames(transaction: Transaction<DB>): Promise<{ pairs: NamePair[]; more: number }> {
  const { rows } = await sql<CountedNames>`
    select level, make, model, category, sum(parts) as parts
    from (
      select grouping(vehicle_model, category) as level, vehicle_make as make, vehicle_model as model, category,
        sum(parts) as parts
      from catalog_counts where parts > 0
      group by grouping sets ((vehicle_make), (vehicle_make, vehicle_model), (category))
      union all
      select case when model is null then 3 else 1 end, make, model, null, parts
      from fitment_counts where make is not null and year is null and parts > 0
    ) as counted
    group by level, make, model, category`.execute(transaction);
  const ofLevel = (wanted: number) => rows.filter(({ level }) => level === wanted);
  const makes = ofLevel(3);
  const models = ofLevel(1).filter(({ make, model }) => make && model);
  const categories = ofLevel(2);
  const pairs: NamePair[] = [
    ...pairsOf(
      'make',
      makes.map(({ make, parts }) => ({ name: make ?? '', parts })),
      null,
    ),
    ...[...Map.groupBy(models, ({ make }) => make)].flatMap(([make, ofMake]) =>
      pairsOf(
        'model',
        ofMake.map(({ model, parts }) => ({ name: model ?? '', parts })),
        make,
      ),
    ),
    ...pairsOf(
      'category',
      categories.map(({ category, parts }) => ({ name: category ?? '', parts })),
      null,
    ),
  ];
  return { pairs: pairs.slice(0, MAX_PAIRS), more: Math.max(0, pairs.length - MAX_PAIRS) };
}

function pairsOf(
  kind: NamePair['kind'],
  names: { name: string; parts: string }[],
  make: string | null,
): NamePair[] {
  const counted = names.map(({ name, parts }) => ({ name, parts: Number(parts) }));
  return listLikelyDoubles(counted, { allowsTypo: kind === 'make' }).map(({ name, like, parts }) => ({
    kind,
    make,
    name,
    like,
    parts,
  }));
}
