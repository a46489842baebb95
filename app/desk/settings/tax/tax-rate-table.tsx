import { Form } from 'react-router';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pagination } from '#kit/pagination.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TAX_PAGE } from '../settings-pages.ts';
import { formatRate } from './format-rate.ts';
import type { TaxRateList } from './list-tax-rates.server.ts';

/** Pages lead to it, because the table is far down its page. */
const ID = 'imported-rates';

export function TaxRateTable({ list }: { list: TaxRateList }) {
  const { rates, zip, page, pageCount, total } = list;
  if (total === 0 && zip === '') return null;
  return (
    <section id={ID} tabIndex={-1} aria-label="Imported rates" className="mt-8">
      <Form className="mb-4 flex flex-wrap items-end gap-3" preventScrollReset>
        <TextField
          key={zip}
          name="zip"
          label="ZIP code"
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          defaultValue={zip}
        />
        <Button type="submit">Search</Button>
      </Form>
      {total === 0 ? (
        <EmptyState title={`No rates for ${zip}`} />
      ) : (
        <Table label="Tax rates">
          <thead>
            <Row>
              <HeaderCell>ZIP code</HeaderCell>
              <HeaderCell numeric>Combined</HeaderCell>
              <HeaderCell numeric>State</HeaderCell>
              <HeaderCell>County</HeaderCell>
              <HeaderCell>City</HeaderCell>
              <HeaderCell>Districts</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {rates.map(({ rate, combined }) => (
              <Row key={`${rate.state} ${rate.zip}`}>
                <Cell heading className="whitespace-nowrap">
                  {rate.state} {rate.zip} {rate.needsCheck && <Badge tone="warning">Check</Badge>}
                </Cell>
                <Cell numeric className="font-semibold">
                  {formatRate(combined)}
                </Cell>
                <Cell numeric>{formatRate(rate.stateRate)}</Cell>
                <Cell>
                  {rate.county} {formatRate(rate.countyRate)}
                </Cell>
                <Cell>{rate.city === null ? '–' : `${rate.city} ${formatRate(rate.cityRate)}`}</Cell>
                <Cell>
                  {rate.districts
                    .map((district) => `${district.name} ${formatRate(district.rate)}`)
                    .join('; ') || '–'}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <div className="mt-4">
        <Pagination
          page={page}
          pageCount={pageCount}
          label="Pages of tax rates"
          href={(wanted) => `${TAX_PAGE}?${new URLSearchParams({ zip, page: String(wanted) })}#${ID}`}
        />
      </div>
    </section>
  );
}
