import { centsFromDollars } from '#core/values/money.ts';

/** The input of search_catalog, as an assistant sends it. */
export interface TriedSearch {
  query?: string;
  filters?: {
    vehicle?: { year: number; make: string; model: string };
    vin?: string;
    condition?: string;
    /** Cents. */
    price?: { max: number };
  };
}

type Fields = Readonly<Record<string, string>>;

/** Finds what is wrong with the fields of the form, by field. What an assistant could send too is for the shop to judge. */
export function checkTry(fields: Fields): Record<string, string> {
  const { query, year, make, model, vin, condition, max } = trim(fields);
  const car = { year, make, model };
  const errors: Record<string, string> = {};
  if (![query, vin, condition, max, ...Object.values(car)].some(Boolean))
    errors['query'] = 'Please enter what the buyer says';
  if (Object.values(car).some(Boolean))
    for (const [name, value] of Object.entries(car))
      if (!value) errors[name] = 'A car has year, make and model';
  if (year && !/^\d{4}$/.test(year)) errors['year'] = 'Please enter four digits';
  if (max && !/^\d{1,7}(\.\d{1,2})?$/.test(max)) errors['max'] = 'Please enter dollars, such as 200';
  return errors;
}

/** Writes fields without errors as an assistant writes them. */
export function describeTry(fields: Fields): TriedSearch {
  const { query, year, make, model, vin, condition, max } = trim(fields);
  const filters: TriedSearch['filters'] = {
    ...(year && make && model && { vehicle: { year: Number(year), make, model } }),
    ...(vin && { vin }),
    ...(condition && { condition }),
    ...(max && { price: { max: centsFromDollars(max) } }),
  };
  return { ...(query && { query }), ...(Object.keys(filters).length > 0 && { filters }) };
}

function trim(fields: Fields): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]));
}
