import { z } from 'zod';
import { isPartId } from '#core/catalog/part.ts';
import { type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import { listings } from '#core/part-changes/listings.ts';

/** Maximum of lines that are sent at once. */
const MAX_LINES = 300;

const text = (max: number) => z.string().max(max);

const partOutForm = z.object({
  listing: z.enum(listings),
  condition: text(200),
  lines: z
    .array(
      z.object({
        id: z.string().refine(isPartId),
        key: text(200),
        price: text(20),
        damage: text(200),
        note: text(partFields.description.maxLength),
      }),
    )
    .min(1)
    .max(MAX_LINES),
});

export type PartOutForm = z.infer<typeof partOutForm>;

export type SentLine = PartOutForm['lines'][number];

/** Reads what the screen sends as JSON. Returns undefined for what no screen of the shop sends. */
export function readPartOutForm(json: string | undefined): PartOutForm | undefined {
  try {
    const form = partOutForm.parse(JSON.parse(json ?? ''));
    const lines = form.lines.map((line) => ({ ...line, id: line.id.toLowerCase() }));
    const areOwn = new Set(lines.map(({ id }) => id)).size === lines.length;
    return areOwn ? { ...form, lines } : undefined;
  } catch {
    return undefined;
  }
}

const lineColumns = ['price', 'damage_codes', 'description', 'part_type'] as const;

type LineValues = Pick<PartColumns, (typeof lineColumns)[number]>;

/** The error of a line, as the screen shows it at a field of the line. */
export const lineError = (id: string, field: 'price' | 'damage' | 'note' | 'part') => `${id} ${field}`;

/** Reads the values of a line. All lines have one condition. Errors are named by lineError. */
export function readLine(
  { id, price, damage, note }: SentLine,
  condition: string,
): { values: LineValues } | { errors: Record<string, string> } {
  const sent = { price, damage_codes: damage, description: note, part_type: condition };
  const { values, errors } = readFields(sent, lineColumns);
  if (Object.keys(errors).length === 0) return { values: values as LineValues };
  const named = [
    [lineError(id, 'price'), errors.price],
    [lineError(id, 'damage'), errors.damage_codes],
    [lineError(id, 'note'), errors.description],
    [lineError(id, 'part'), errors.part_type],
  ];
  return { errors: Object.fromEntries(named.filter(([, error]) => error !== undefined)) };
}
