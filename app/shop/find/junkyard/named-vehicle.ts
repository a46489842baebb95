import type { Interpretation } from '#core/search/text/interpret-query.ts';

export interface NamedVehicle {
  year: number;
  make: string;
  model: string;
}

/** Finds the one vehicle that a text names. Null if it lacks the year or the model, or can mean several vehicles. */
export function findNamedVehicle({
  years,
  makes,
  models,
}: Pick<Interpretation, 'years' | 'makes' | 'models'>): NamedVehicle | null {
  const [year, ...otherYears] = years;
  const [named, ...otherModels] = models.flat();
  if (!year || !named || year.from !== year.to || otherYears.length + otherModels.length > 0) return null;
  return makes.some((make) => make !== named.make)
    ? null
    : { year: year.from, make: named.make, model: named.model };
}
