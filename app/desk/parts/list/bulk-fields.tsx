import { useId, useState } from 'react';
import { type BulkKind, priceEndings, priceWays, stockWays } from '#core/part-changes/bulk/bulk-change.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

interface BulkFieldsProps {
  kind: BulkKind;
  errors: Record<string, string | undefined>;
  categories: string[];
  conditions: string[];
}

/** Shows the fields of a change. */
export function BulkFields({ kind, errors, categories, conditions }: BulkFieldsProps) {
  const list = useId();
  switch (kind) {
    case 'price':
      return <PriceFields errors={errors} />;
    case 'stock':
      return (
        <>
          <Select name="stock_way" label="How" error={errors['stock_way']}>
            {toOptions(stockWays)}
          </Select>
          <TextField
            name="stock_value"
            label="Quantity *"
            required
            autoComplete="off"
            hint="For example, 5 or -1"
            error={errors['stock_value']}
          />
        </>
      );
    case 'condition':
      return (
        <Select name="part_type" label={partFields.part_type.label} error={errors['part_type']}>
          <option value="">None</option>
          {conditions.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      );
    case 'category':
      return (
        <>
          <TextField
            name="category"
            label={`${partFields.category.label} *`}
            required
            list={list}
            autoComplete="off"
            hint="A new name creates a new category"
            error={errors['category']}
          />
          <datalist id={list}>
            {categories.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </>
      );
    case 'vehicle':
      return (['vehicle_make', 'vehicle_model', 'vehicle_year'] as const).map((column) => (
        <TextField
          key={column}
          name={column}
          label={partFields[column].label}
          autoComplete="off"
          hint="Leave empty to remove it"
          error={errors[column]}
        />
      ));
    case 'warranty':
      return (
        <TextField
          name="warranty"
          label={partFields.warranty.label}
          autoComplete="off"
          hint="For example, 90 days or 6 months. Leave empty for the shop's terms"
          error={errors['warranty']}
        />
      );
    case 'hide':
    case 'show':
    case 'delete':
      return null;
  }
}

const priceTexts: Record<keyof typeof priceWays, { label: string; hint: string }> = {
  percent: { label: 'Percent *', hint: 'Such as 5 or -10' },
  amount: { label: 'Dollars *', hint: 'Such as 7.50 or -5' },
  to: { label: 'New price ($) *', hint: 'Such as 49.99' },
};

function PriceFields({ errors }: Pick<BulkFieldsProps, 'errors'>) {
  const [way, setWay] = useState<keyof typeof priceWays>('percent');
  return (
    <>
      <Select
        name="price_way"
        label="How"
        error={errors['price_way']}
        onChange={({ target }) => setWay(target.value as keyof typeof priceWays)}
      >
        {toOptions(priceWays)}
      </Select>
      <TextField
        name="price_value"
        required
        autoComplete="off"
        {...priceTexts[way]}
        error={errors['price_value']}
      />
      <Select name="ending" label="Ending" error={errors['ending']}>
        {toOptions(priceEndings)}
      </Select>
    </>
  );
}

function toOptions(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
