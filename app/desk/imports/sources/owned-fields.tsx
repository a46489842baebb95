import { Checkbox } from '#kit/checkbox.tsx';
import { partFields } from '#core/catalog/part-fields.ts';
import { ownableFields } from '#core/imports/sources/merge-delivered.ts';

/** Lets a person choose the fields that belong to the shop. */
export function OwnedFields({ owned }: { owned: readonly string[] }) {
  return (
    <details open={owned.length > 0}>
      <summary className="cursor-pointer py-2 font-semibold">Fields that belong to the shop</summary>
      <p className="text-sm text-muted">
        The file fills them when it adds a part, and never changes them again. All other fields belong to the
        file: it overwrites what you change here, and an alert says so. Stock keeps what was sold here since
        the last file.
      </p>
      <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
        {ownableFields.map((field) => (
          <Checkbox
            key={field}
            name={`owned-${field}`}
            label={field === 'pictures' ? 'Pictures' : partFields[field].label}
            defaultChecked={owned.includes(field)}
          />
        ))}
      </div>
    </details>
  );
}
