import { useRef } from 'react';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import type { CarMoney } from '#core/yard/money/car-money.ts';
import type { VehicleCost } from '#core/yard/read-vehicle.server.ts';
import { costFields } from '#core/yard/vehicle-form.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { MoneyFacts } from '../money-facts.tsx';
import { vehicleFailures } from '../vehicle-failures.ts';

interface VehicleMoneyProps {
  costs: readonly VehicleCost[];
  money: CarMoney;
  /** Days in the yard. Null if the day of possession is not known. */
  days: number | null;
}

/** Shows what a car cost and brought, and lists what was paid and received for it. */
export function VehicleMoney({ costs, money, days }: VehicleMoneyProps) {
  const form = useRef<HTMLFormElement>(null);
  const adding = useAction({
    failure: vehicleFailures['add-cost'],
    hasAlert: true,
    onDone: () => form.current?.reset(),
  });
  const removing = useAction({ failure: vehicleFailures['remove-cost'] });
  return (
    <section aria-labelledby="money" className="mt-6">
      <h2 id="money" className="mb-2">
        Money
      </h2>
      <MoneyFacts money={money} days={days} />
      {costs.length > 0 && (
        <Table label="Paid and received for the car">
          <thead>
            <Row>
              <HeaderCell>For</HeaderCell>
              <HeaderCell>Paid to or by</HeaderCell>
              <HeaderCell>On</HeaderCell>
              <HeaderCell numeric>Amount</HeaderCell>
              <HeaderCell>
                <span className="sr-only">Remove</span>
              </HeaderCell>
            </Row>
          </thead>
          <tbody>
            {costs.map(({ id, direction, what, payee, paidOn, amount }) => (
              <Row key={id}>
                <Cell heading className="wrap-anywhere">
                  {what}
                </Cell>
                <Cell className="wrap-anywhere">{payee}</Cell>
                <Cell className="whitespace-nowrap">{paidOn}</Cell>
                <Cell numeric>
                  {formatDollars(centsFromDollars(amount) * (direction === 'paid' ? -1 : 1))}
                </Cell>
                <Cell>
                  <ActionButton size="small" action={removing} fields={{ intent: 'remove-cost', cost: id }}>
                    Remove<span className="sr-only"> {what}</span>
                  </ActionButton>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <form
        ref={form}
        noValidate
        className="payment-fields mt-3 grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          adding.send(new FormData(event.currentTarget), document.activeElement ?? undefined);
        }}
      >
        <input type="hidden" name="intent" value="add-cost" />
        <Select
          name="direction"
          label={costFields.direction.label}
          defaultValue="paid"
          error={adding.errors['direction']}
        >
          {Object.entries(costFields.direction.choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <TextField name="what" label={costFields.what.label} maxLength={200} error={adding.errors['what']} />
        <TextField
          name="payee"
          label={costFields.payee.label}
          maxLength={200}
          error={adding.errors['payee']}
        />
        <TextField
          name="paid_on"
          type="date"
          label={costFields.paid_on.label}
          error={adding.errors['paid_on']}
        />
        <TextField
          name="amount"
          label={costFields.amount.label}
          unit="$"
          inputMode="decimal"
          error={adding.errors['amount']}
        />
        {adding.problem && <Alert tone="danger" title={adding.problem} announce className="col-span-full" />}
        <Button type="submit" busy={adding.busy} className="self-start justify-self-start">
          Add payment
        </Button>
      </form>
    </section>
  );
}
