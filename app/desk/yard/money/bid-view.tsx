import { useRef, useState } from 'react';
import { Form } from 'react-router';
import { describePrices } from '#core/part-changes/known-prices.ts';
import { dollarsFromCents, formatDollars } from '#core/values/money.ts';
import { type BidTerms, highestBid } from '#core/yard/money/bid.ts';
import type { BidFacts } from '#core/yard/money/read-bid.server.ts';
import { vehicleFields } from '#core/yard/vehicle-fields.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { LookedUp } from '../look-up-vin.server.ts';
import { vehicleFailures } from '../vehicle-failures.ts';
import type { BidField, BidForm } from './bid-form.ts';

interface BidViewProps extends Pick<BidForm, 'terms' | 'sent' | 'errors'> {
  /** Null if no car was named. */
  facts: BidFacts | null;
}

export function BidView({ terms, sent, errors, facts }: BidViewProps) {
  return (
    <>
      <ScreenHead title="Before buying" back={{ to: VEHICLES_PATH, label: 'All cars' }} />
      <p className="mb-4 max-w-prose">
        What parts of a model were sold for here in the last 12 months, and the most that you can pay for one
        of it.
      </p>
      <CarForm terms={terms} sent={sent} errors={errors} />
      {facts && <Answer facts={facts} terms={terms} />}
    </>
  );
}

function CarForm({ terms, sent, errors }: Pick<BidForm, 'terms' | 'sent' | 'errors'>) {
  const vin = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<{ round: number; values: Partial<Record<BidField, string>> }>({
    round: 0,
    values: { ...writeTerms(terms), ...sent },
  });
  const looking = useAction<LookedUp>({
    failure: vehicleFailures['look-up'],
    hasAlert: true,
    showsDone: true,
    reloads: false,
    onDone: ({ facts }) => {
      if (!facts) return;
      const { year, make, model, body, engine } = facts;
      const typed = form.current ? Object.fromEntries(new FormData(form.current)) : {};
      setFound(({ round }) => ({
        round: round + 1,
        values: {
          ...(typed as Partial<Record<BidField, string>>),
          make,
          model: model ?? '',
          year: String(year),
          body: body ?? '',
          engine: engine ?? '',
          // A VIN does not tell it.
          drive: '',
        },
      }));
    },
  });
  const field = (name: BidField) => ({ name, defaultValue: found.values[name] ?? '', error: errors[name] });
  const { problem, result } = looking;
  return (
    <Form
      ref={form}
      key={found.round}
      className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
      noValidate
      preventScrollReset
    >
      <div className="flex flex-wrap items-end gap-2 sm:col-span-full">
        {/* It has no name: a VIN is in no address. */}
        <TextField
          ref={vin}
          label="VIN"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          error={looking.errors['vin'] ?? problem}
          className="basis-60"
        />
        <Button
          busy={looking.busy}
          onClick={({ currentTarget }) =>
            looking.send({ intent: 'look-up', vin: vin.current?.value ?? '' }, currentTarget)
          }
        >
          Look up the VIN
        </Button>
        {result?.done && !result.facts && <p role="status">The VIN does not tell what the car is.</p>}
      </div>
      <TextField label="Make" autoComplete="off" maxLength={100} {...field('make')} />
      <TextField label="Model" autoComplete="off" maxLength={100} {...field('model')} />
      <TextField label="Year" inputMode="numeric" autoComplete="off" maxLength={4} {...field('year')} />
      <TextField label="Body" autoComplete="off" maxLength={100} {...field('body')} />
      <TextField label="Engine" autoComplete="off" maxLength={100} {...field('engine')} />
      <Select label="Drive" {...field('drive')}>
        <option value="">Not known</option>
        {Object.entries(vehicleFields.drive.choices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextField label="Scrap, converters and cores" unit="$" inputMode="decimal" {...field('scrap')} />
      <TextField label="Fees and towing" unit="$" inputMode="decimal" {...field('fees')} />
      <TextField label="Margin" unit="%" inputMode="numeric" maxLength={2} {...field('margin')} />
      <Button type="submit" variant="primary" className="justify-self-start">
        Show
      </Button>
    </Form>
  );
}

function Answer({ facts, terms }: { facts: BidFacts; terms: BidTerms }) {
  const { lines, unknown, expectedCents, requests, searches } = facts;
  const bid = highestBid(expectedCents, terms);
  const { scrapCents, feesCents, marginPercent } = terms;
  return (
    <section aria-labelledby="bid">
      <h2 id="bid" className="mb-2 text-xl">
        Bid at most {formatDollars(bid)}
      </h2>
      <p className="max-w-prose tabular-nums">
        {formatDollars(expectedCents)} for parts within a year
        {scrapCents > 0 && ` and ${formatDollars(scrapCents)} for the rest`}, less {marginPercent}% margin
        {feesCents > 0 && ` and ${formatDollars(feesCents)} of fees`}.
      </p>
      {lines.length === 0 && (
        <Alert tone="warning" className="mt-3" title="Nothing is known of such cars">
          No part of this model was sold here in the last 12 months, and none is listed.
        </Alert>
      )}
      <p className="mt-2 mb-4 text-muted">
        {count(requests, 'request')} for parts of it in the last 12 months
        {searches !== null && `, and ${count(searches, 'search', 'searches')} without a result`}.
        {lines.length > 0 && unknown > 0 && ` Nothing is known of ${count(unknown, 'other part')} of it.`}
      </p>
      {lines.length > 0 && (
        <Table label="Parts of this model">
          <thead>
            <Row>
              <HeaderCell>Part</HeaderCell>
              <HeaderCell>Known</HeaderCell>
              <HeaderCell numeric>Brings in a year</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {lines.map(({ line, known, expectedCents: cents }) => (
              <Row key={line.key}>
                <Cell heading>{line.name}</Cell>
                <Cell>{describePrices(known)}</Cell>
                <Cell numeric>{formatDollars(cents)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function count(number: number, one: string, more = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : more}`;
}

/** The terms as the form's texts. */
function writeTerms({
  scrapCents,
  feesCents,
  marginPercent,
}: BidTerms): Record<'scrap' | 'fees' | 'margin', string> {
  const dollarsOf = (cents: number) => (cents === 0 ? '' : dollarsFromCents(cents));
  return { scrap: dollarsOf(scrapCents), fees: dollarsOf(feesCents), margin: String(marginPercent) };
}
