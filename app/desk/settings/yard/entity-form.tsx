import { type Entity, type EntityColumn, entityColumns, entityFields } from '#core/yard/paper/nmvtis.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import { ruleFailures } from './rule-failures.ts';

/** The PIN is not sent to browsers. */
export type ShownEntity = Omit<Entity, 'pin'>;

const hints: Partial<Record<EntityColumn, string>> = {
  nmvtis_id: 'Your consolidator gives you the ID and the PIN',
  zip: 'Nine digits, such as 92101-1234',
};

/** The form of the yard as it reports its cars. */
export function EntityForm({ entity, hasPin }: { entity: ShownEntity; hasPin: boolean }) {
  const saving = useAction({ failure: ruleFailures['save-entity'], hasAlert: true });
  return (
    <section aria-labelledby="entity" className="mt-10">
      <h2 id="entity" className="text-xl">
        Reports to NMVTIS
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">
        Your yard as the federal title system knows it (28 CFR 25.56). Only admins see this.
      </p>
      <form
        noValidate
        className="grid max-w-3xl gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          saving.send(new FormData(event.currentTarget), document.activeElement ?? undefined);
        }}
      >
        <input type="hidden" name="intent" value="save-entity" />
        {saving.problem && <Alert tone="danger" title={saving.problem} announce className="sm:col-span-2" />}
        {entityColumns.map((column) => (
          <TextField
            key={`${column} ${hasPin}`}
            name={column}
            label={entityFields[column].label}
            hint={column === 'pin' && hasPin ? 'A PIN is stored. Leave this empty to keep it' : hints[column]}
            autoComplete="off"
            spellCheck={false}
            defaultValue={column === 'pin' ? '' : (entity[column] ?? '')}
            error={saving.errors[column]}
          />
        ))}
        <Button type="submit" variant="primary" busy={saving.busy} className="self-end justify-self-start">
          Save
        </Button>
      </form>
    </section>
  );
}
