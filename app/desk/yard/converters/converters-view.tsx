import { useState } from 'react';
import {
  convertersList,
  type ConvertersQuery,
  converterViews,
} from '#core/yard/converters/converters-list.ts';
import type { Converter } from '#core/yard/converters/list-converters.server.ts';
import type { ListPage } from '#core/platform/list-page.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { describeList, ListStatus } from '#kit/list/list-status.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { ListToolbar } from '#kit/list/list-toolbar.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { AddConverterDialog, SellConverterDialog } from './converter-dialogs.tsx';
import {
  ConverterActions,
  describeRemoval,
  describeSale,
  nameConverter,
  useConverterActions,
} from './converter-facts.tsx';

interface ConvertersViewProps {
  query: ConvertersQuery;
  list: ListPage<Converter>;
  buyers: string[];
  /** True for who may see purchases. */
  maySell: boolean;
  /** True if the owner's rules let loose converters be bought in. */
  allowsLoose: boolean;
}

export function ConvertersView({ query, list, buyers, maySell, allowsLoose }: ConvertersViewProps) {
  const first = convertersList.first(query);
  const [isAdding, setIsAdding] = useState(false);
  const [sold, setSold] = useState<string>();
  const actions = useConverterActions();
  return (
    <>
      <ScreenHead title="Catalytic converters" back={{ to: VEHICLES_PATH, label: 'All cars' }}>
        {allowsLoose && <Button onClick={() => setIsAdding(true)}>Add a loose converter…</Button>}
      </ScreenHead>
      <ListToolbar
        label="Converters"
        views={convertersList.links(query, 'view', converterViews)}
        kept={convertersList.write({ ...first, q: '' })}
        q={query.q}
        searchLabel="Search converters"
        placeholder="Serial, stock number of the car, buyer"
      />
      <ListStatus changes={0}>{describeList(list.rows, query.q, 'Newest first')}</ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title="No converters found" icon="Boxes">
          {query.q ? 'No converters in this view match.' : 'The page of a car adds its converters.'}
        </EmptyState>
      ) : (
        <ListTable
          label="Converters"
          columns={columns}
          rows={list.rows.map((converter) => ({
            ...converter,
            actions: (
              <ConverterActions
                converter={converter}
                maySell={maySell}
                onSell={() => setSold(converter.id)}
                actions={actions}
              />
            ),
          }))}
        />
      )}
      <Pages
        previous={list.previous && convertersList.write({ ...first, before: list.previous })}
        next={list.next && convertersList.write({ ...first, after: list.next })}
      />
      {buyers.length > 0 && <BuyerLog buyers={buyers} />}
      {isAdding && <AddConverterDialog car={null} onClose={() => setIsAdding(false)} />}
      {sold !== undefined && <SellConverterDialog converter={sold} onClose={() => setSold(undefined)} />}
    </>
  );
}

function BuyerLog({ buyers }: { buyers: string[] }) {
  return (
    <section aria-labelledby="log" className="mt-10">
      <h2 id="log" className="text-xl">
        Log of a buyer
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-muted">
        What a buyer got from you, with the VIN of each car: for the log of your written agreement.
      </p>
      <form method="get" action="/admin/yard/converters.csv" className="flex flex-wrap items-end gap-3">
        <Select name="buyer" label="Buyer" className="max-w-full">
          {buyers.map((buyer) => (
            <option key={buyer}>{buyer}</option>
          ))}
        </Select>
        <Button type="submit">
          <Icon name="Download" /> Download CSV
        </Button>
      </form>
    </section>
  );
}

type Row = Converter & { actions: React.ReactNode };

const columns: Column<Row>[] = [
  {
    label: 'Converter',
    card: 'title',
    className: 'min-w-40 wrap-anywhere',
    cell: (converter) => <span className="font-semibold wrap-anywhere">{nameConverter(converter)}</span>,
  },
  {
    label: 'From',
    card: 'body',
    className: 'wrap-anywhere',
    cell: ({ car, origin }) =>
      car ? <TextLink to={`${VEHICLES_PATH}/${car.id}`}>{car.name}</TextLink> : `Loose: ${origin}`,
  },
  {
    label: 'History',
    card: 'fact',
    className: 'wrap-anywhere',
    cell: (converter) => (
      <>
        <p>{describeRemoval(converter)}</p>
        {converter.soldOn && <p>{describeSale(converter)}</p>}
      </>
    ),
  },
  { label: 'Actions', card: 'fact', cell: ({ actions }) => actions },
];
