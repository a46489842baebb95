import { z } from '#core/values/zod-in-browsers.ts';

/** Labels and the classes that the database stores. */
export const conditionColors = [
  { label: 'Green (Excellent)', value: 'bg-green-100 text-green-800' },
  { label: 'Blue (Very Good)', value: 'bg-blue-100 text-blue-800' },
  { label: 'Yellow (Good)', value: 'bg-yellow-100 text-yellow-800' },
  { label: 'Orange (Fair)', value: 'bg-orange-100 text-orange-800' },
  { label: 'Red (Poor)', value: 'bg-red-100 text-red-800' },
  { label: 'Gray (Default)', value: 'bg-gray-100 text-gray-800' },
] as const;

export const DEFAULT_COLOR = 'bg-gray-100 text-gray-800';
export const DEFAULT_SORT_ORDER = 0;

const sortOrderError = 'Sort order must be a positive number';

export const conditionForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Condition name is required')
    .max(100, 'At most 100 characters')
    .refine((name) => !name.includes('\0'), 'Condition name is required'),
  color_class: z
    .string()
    .refine((value) => conditionColors.some((color) => color.value === value), 'Color class is required'),
  sort_order: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, sortOrderError)
    .transform(Number),
});

export type ConditionColumns = z.infer<typeof conditionForm>;

export const conditionFields: Record<keyof ConditionColumns, { label: string }> = {
  name: { label: 'Condition Name' },
  color_class: { label: 'Color Classes' },
  sort_order: { label: 'Sort Order' },
};

export const conditionColumns = Object.keys(conditionFields) as (keyof ConditionColumns)[];
