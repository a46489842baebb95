import { formColumns, type PartColumns } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';

/** Reads a part as its form shows it now. Leaves out what could not be saved. */
export function readShownPart(form: HTMLFormElement): { part: Partial<PartColumns>; vehicles: number } {
  const sent: Record<string, unknown> = Object.fromEntries(new FormData(form));
  const vehicles = JSON.parse(String(sent['fitments'] ?? '[]')) as unknown[];
  return { part: readFields(sent, formColumns).values as Partial<PartColumns>, vehicles: vehicles.length };
}
