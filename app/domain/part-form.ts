import { MAX_STOCK } from './stock.ts';
import { z } from './zod-in-browsers.ts';

/** A part as the admin's form holds it, in the columns of the specification. A price is in dollars with cents. */
export interface PartColumns {
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string;
  subcategory: string | null;
  description: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  vehicle_engine: string | null;
  part_type: string | null;
  price: string | null;
  stock_quantity: number;
  image_url: string | null;
}

/** What the fields are called on the screen. */
export const partLabels: Record<keyof PartColumns, string> = {
  part_name: 'Part Name',
  oem_number: 'OEM Number',
  brand: 'Brand',
  category: 'Category',
  subcategory: 'Subcategory',
  description: 'Description',
  vehicle_make: 'Vehicle Make',
  vehicle_model: 'Vehicle Model',
  vehicle_year: 'Vehicle Year',
  vehicle_engine: 'Vehicle Engine',
  part_type: 'Condition',
  price: 'Price',
  stock_quantity: 'Stock Quantity',
  image_url: 'Image',
};

const NO_CATEGORY = 'Please select a category or enter a new category name';

const line = (most = 200) =>
  z
    .string()
    .max(most, `At most ${most.toLocaleString('en-US')} characters`)
    .refine((text) => !text.includes('\0'), 'This holds a character that cannot be stored')
    // A browser sends the ends of lines as two characters.
    .transform((text) => text.replace(/\r\n?/g, '\n').trim());

/** Blank optional fields are saved as null (Spec §5). */
const optional = (most?: number) => line(most).transform((text) => text || null);

const fields = z.object({
  part_name: line().refine((name) => name !== '', 'Part name is required'),
  oem_number: optional(),
  brand: optional(),
  category: z.string().default(''),
  new_category: z.string().optional(),
  subcategory: optional(),
  description: optional(10_000),
  vehicle_make: optional(),
  vehicle_model: optional(),
  vehicle_year: line()
    .refine((year) => /^\d{0,4}$/.test(year), 'Vehicle year must be a whole number of at most four digits')
    .transform((year) => Number(year) || null),
  vehicle_engine: optional(),
  part_type: optional(),
  price: line()
    .refine(
      (price) => /^(\d{0,9}(\.\d{0,2})?)$/.test(price),
      'Price must be dollars and cents, such as 49.99',
    )
    .transform((price) => (Number(price) ? Number(price).toFixed(2) : null)),
  stock_quantity: line()
    .refine(
      (stock) => /^\d*$/.test(stock) && Number(stock) <= MAX_STOCK,
      'Stock quantity must be a whole number, 0 or more',
    )
    .transform(Number),
  image_url: optional(2_000_000).refine(
    (address) => address === null || isPictureAddress(address),
    'Please enter a valid URL',
  ),
});

/** An address of the web, a path of the shop itself, or an embedded data string (Spec §3, image_url). */
function isPictureAddress(address: string): boolean {
  if (/^data:image\/[\w.+-]+(;[\w=.-]+)*,/.test(address)) return true;
  if (address.startsWith('/')) return !address.startsWith('//');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

export type FieldErrors = Partial<Record<keyof PartColumns | 'new_category' | 'picture', string>>;

type PartFormResult =
  | { part: PartColumns }
  /** What is wrong with each field; or, where the form as a whole says too little, one sentence. */
  | { errors: FieldErrors; message?: string };

/** Reads the part form (Spec §5). `new_category` is only sent while a new one is being named. */
export function readPartForm(form: Record<string, unknown>): PartFormResult {
  const parsed = fields.safeParse(form);
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    errors[path[0] as keyof FieldErrors] ??= message;
  }
  const { category: chosen, new_category: named } = {
    category: '',
    ...form,
  } as { category: string; new_category?: string };
  if (chosen === '' && !named)
    errors[named === undefined ? 'category' : 'new_category'] = 'Category is required';
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };

  const { new_category, category: given, ...part } = parsed.data;
  const category = (new_category === undefined ? given : new_category).trim();
  const field = new_category === undefined ? 'category' : 'new_category';
  if (category === '') return { errors: { [field]: NO_CATEGORY }, message: NO_CATEGORY };
  if (category.length > 200 || category.includes('\0')) {
    return { errors: { [field]: 'At most 200 characters' } };
  }
  return { part: { ...part, category } };
}

/**
 * A part as its form sends it when no field is touched, so that what was not changed can be told from what was: an
 * import may have stored blanks, spaces or line ends that the form does not send.
 */
export function untouchedPart(part: PartColumns): PartColumns {
  const sent = Object.entries(part).map(([name, value]) => {
    const text = String(value ?? '');
    // Only the description has more than one line.
    const typed = name === 'description' ? text : text.replace(/[\r\n]/g, '');
    if (name === 'category') return [name, typed.trim()];
    const read = fields.shape[name as Exclude<keyof PartColumns, 'category'>].safeParse(typed);
    return [name, read.success ? read.data : value];
  });
  return Object.fromEntries(sent) as PartColumns;
}
