import { usStateOptions } from '#core/addresses/destination.ts';
import { Card } from '#kit/card.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { DraftProblems, SaleDraft, SaleKind } from '#core/orders/quotes/sale-draft.ts';

interface DeliveryFieldsProps {
  kind: SaleKind;
  draft: SaleDraft;
  problems: DraftProblems;
  locations: readonly string[];
  offersPickup: boolean;
}

export function DeliveryFields({ kind, draft, problems, locations, offersPickup }: DeliveryFieldsProps) {
  const location =
    locations.length > 1 ? (
      <Select name="location" label="Location" defaultValue={draft.location} error={problems['location']}>
        {locations.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    ) : (
      <input type="hidden" name="location" value={locations[0]} />
    );
  if (kind === 'counter') return locations.length > 1 ? <Card>{location}</Card> : location;
  return (
    <Card as="section" aria-labelledby="delivery" className="grid gap-4">
      <h2 id="delivery" className="text-lg">
        Delivery
      </h2>
      <RadioGroup label={<span className="sr-only">Delivery</span>}>
        <Radio
          name="fulfillment"
          value="ship"
          defaultChecked={draft.fulfillment === 'ship'}
          label="Ship"
          hint="The buyer enters the address when paying."
        />
        {(offersPickup || draft.fulfillment === 'pickup') && (
          <Radio
            name="fulfillment"
            value="pickup"
            defaultChecked={draft.fulfillment === 'pickup'}
            label="Pickup"
          />
        )}
      </RadioGroup>
      {location}
      <div className="grid grid-cols-2 gap-3">
        <Select name="state" label="Ship to state" defaultValue={draft.state} error={problems['state']}>
          <option value="">Any</option>
          {usStateOptions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          name="zip"
          label="ZIP code"
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          defaultValue={draft.zip}
          error={problems['zip']}
        />
      </div>
    </Card>
  );
}
