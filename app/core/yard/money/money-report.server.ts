import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { vehicleTitle } from '../vehicle-fields.ts';
import { addMoney, type CarMoney, type MoneyBy, noMoney, resultOf } from './car-money.ts';
import { readCarMoney } from './read-car-money.server.ts';

/** Maximum of cars of a report, the newest ones. */
const AT_MOST = 1_000;
const PAGE_SIZE = 50;

export interface MoneyGroup {
  name: string;
  /** The id of the car, if there is one. */
  carId: string | null;
  cars: number;
  /** Average of the days in the yard. Null if none is known. */
  days: number | null;
  money: CarMoney;
}

export interface MoneyReport {
  total: MoneyGroup;
  groups: MoneyGroup[];
  page: number;
  pageCount: number;
  /** True if more cars came in than are counted. */
  isCut: boolean;
}

interface Period {
  /** Days such as '2026-01-31', both included. */
  from: string;
  to: string;
}

interface Car {
  id: string;
  stock_number: string;
  year: number | null;
  make: string | null;
  model: string | null;
  trim: string | null;
  source: string | null;
  days: number;
}

/** Sums up what the cars cost and brought that came in during a period, the best result first. */
export async function readMoneyReport(
  transaction: Transaction<DB>,
  { by, page, from, to }: Period & { by: MoneyBy; page: number },
): Promise<MoneyReport> {
  const { rows } = await sql<Car>`
    select id, stock_number, year, make, model, trim, source,
      coalesce(disposed_on, current_date) - possession_on as days
    from yard_vehicles where possession_on between ${from}::date and ${to}::date
    order by possession_on desc, id limit ${AT_MOST + 1}`.execute(transaction);
  const cars = rows.slice(0, AT_MOST);
  const money = await readCarMoney(
    transaction,
    cars.map(({ id }) => id),
  );
  const moneyOf = ({ id }: Car) => money.get(id) ?? noMoney;
  const groups = [...Map.groupBy(cars, (car) => nameGroup(car, by))]
    .map(([name, ofGroup]) => sumUp(name, ofGroup, moneyOf, by === 'car'))
    .toSorted((one, other) => resultOf(other.money) - resultOf(one.money));
  const pageCount = Math.max(1, Math.ceil(groups.length / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  return {
    total: sumUp('All', cars, moneyOf, false),
    groups: groups.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE),
    page: shown,
    pageCount,
    isCut: rows.length > AT_MOST,
  };
}

function nameGroup(car: Car, by: MoneyBy): string {
  if (by === 'car') return [car.stock_number, vehicleTitle(car)].filter(Boolean).join(', ');
  if (by === 'source') return car.source ?? 'Not known';
  return [car.make, car.model].filter(Boolean).join(' ') || 'Not known';
}

function sumUp(
  name: string,
  cars: readonly Car[],
  moneyOf: (car: Car) => CarMoney,
  isOne: boolean,
): MoneyGroup {
  const days = cars.reduce((sum, car) => sum + car.days, 0);
  return {
    name,
    carId: isOne ? (cars[0]?.id ?? null) : null,
    cars: cars.length,
    days: cars.length === 0 ? null : Math.round(days / cars.length),
    money: cars.map(moneyOf).reduce(addMoney, noMoney),
  };
}
