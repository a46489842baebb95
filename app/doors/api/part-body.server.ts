import { dollarsFromCents } from '#core/values/money.ts';
import { type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { type FieldErrors, readNewPart, readPartForm } from '#core/catalog/part-form.ts';
import { columnsByName, nameInApi } from './part-schemas.ts';
import { ApiProblem } from '#core/api/problem.server.ts';

/** Reads a body that has passed its schema with the checks of the admin's form. @throws {ApiProblem} */
export function readPartBody(body: Record<string, unknown>): Partial<PartColumns> {
  return partOf(readPartForm(toForm(body)));
}

/** Reads the body of a new part, whose missing fields are empty. @throws {ApiProblem} */
export function readNewPartBody(body: Record<string, unknown>): PartColumns {
  return partOf(readNewPart(toForm(body)));
}

function partOf<Part>(read: { part: Part } | { errors: FieldErrors }): Part {
  if ('errors' in read) throw invalidFields(read.errors);
  return read.part;
}

/** Turns a form's errors into a problem with the API's field names. */
export function invalidFields(errors: Readonly<Record<string, string | undefined>>): ApiProblem {
  const named = Object.entries(errors).flatMap(([column, error]) =>
    error === undefined
      ? []
      : [[column in partFields ? nameInApi(column as keyof PartColumns) : column, error]],
  );
  return new ApiProblem(422, 'The part was not saved', { errors: Object.fromEntries(named) });
}

function toForm(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const column = columnsByName.get(name);
      if (column === undefined) return [];
      const isCents = partFields[column].kind === 'dollars' && typeof value === 'number';
      return [[column, isCents ? dollarsFromCents(value) : value]];
    }),
  );
}
