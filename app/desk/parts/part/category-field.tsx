import { useState } from 'react';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { FieldErrors } from '#core/catalog/part-form.ts';

const NEW = '\n';

interface CategoryFieldProps {
  label: string;
  categories: string[];
  chosen: string;
  errors: FieldErrors;
}

export function CategoryField({ label, categories, chosen, errors }: CategoryFieldProps) {
  const [category, setCategory] = useState(chosen);
  const isNew = category === NEW;
  const offered = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen];
  return (
    <div className="grid content-start gap-4">
      <Select
        name={isNew ? undefined : 'category'}
        label={label}
        required
        value={category}
        onChange={(event) => setCategory(event.target.value)}
        error={errors.category}
      >
        <option value="">Select a category</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={NEW}>+ Add New Category</option>
      </Select>
      {isNew && (
        <TextField
          name="new_category"
          label="New Category Name *"
          required
          autoComplete="off"
          error={errors.new_category}
        />
      )}
    </div>
  );
}
