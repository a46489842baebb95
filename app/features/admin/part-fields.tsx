import type { ReactNode } from 'react';
import type { FieldErrors, PartColumns } from '#domain/part-form.ts';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';

interface PartFieldsProps {
  part: PartColumns | null;
  conditions: string[];
  errors: FieldErrors;
  /** The field for the category, in its place among the others. */
  children: ReactNode;
}

/** All fields of a part but its image, in the order of Spec §2. */
export function PartFields({ part, conditions, errors, children }: PartFieldsProps) {
  const field = (name: keyof PartColumns, label: string) => ({
    name,
    label,
    autoComplete: 'off',
    defaultValue: part?.[name] ?? undefined,
    error: errors[name],
  });
  const condition = part?.part_type ?? '';
  const offered =
    condition === '' || conditions.includes(condition) ? conditions : [...conditions, condition];
  return (
    <>
      <TextField {...field('part_name', 'Part Name *')} required className="sm:col-span-2" />
      <TextField {...field('oem_number', 'OEM Number')} />
      <TextField {...field('brand', 'Brand')} />
      {children}
      <TextField {...field('subcategory', 'Subcategory')} />
      <TextArea {...field('description', 'Description')} rows={3} className="sm:col-span-2" />
      <TextField {...field('vehicle_make', 'Vehicle Make')} />
      <TextField {...field('vehicle_model', 'Vehicle Model')} />
      <TextField {...field('vehicle_year', 'Vehicle Year')} type="number" min={0} step={1} />
      <TextField {...field('vehicle_engine', 'Vehicle Engine')} />
      <Select {...field('part_type', 'Condition')}>
        <option value="">No condition</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <TextField {...field('price', 'Price ($)')} type="number" min={0} step={0.01} />
      <TextField
        {...field('stock_quantity', 'Stock Quantity')}
        type="number"
        min={0}
        step={1}
        placeholder="0 = Out of Stock"
        hint="Enter 0 for out of stock items - condition will be set automatically"
        className="sm:col-span-2"
      />
    </>
  );
}
