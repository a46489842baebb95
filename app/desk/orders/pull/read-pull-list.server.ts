import { sql, type Transaction } from 'kysely';
import { type AmountReview, findSendProblem, type Review } from '#core/orders/order-action.ts';
import { openProgress } from '#core/orders/order-progress.ts';
import { describeEarlyDay } from '#core/yard/paper/paper.ts';
import { readDismantleDays } from '#core/yard/paper/read-paper.server.ts';
import { selectPieceNames } from '#core/yard/piece-names.server.ts';
import { vehicleTitle } from '#core/yard/vehicle-fields.ts';
import type { DB } from '#db/types.ts';

const openStates = sql.join(openProgress.map((progress) => sql.lit(progress)));

const pieceNames = selectPieceNames(sql`facts.part_id`);

/** Maximum of lines of orders that are listed. */
const AT_MOST = 300;

export interface PullLine {
  /** The id of the order's line. Null: the part is not sold. */
  lineId: string | null;
  partId: string;
  name: string;
  /** The part's own number. */
  tag: string | null;
  units: number;
  /** Names of what an assembly consists of. */
  pieces: string[];
  /** Null: the part is not sold. */
  order: number | null;
  /** Time by which the order has to leave. */
  shipBy: string | null;
  state: 'on_car' | 'pulled';
  /** Null if the part names no car, or one that the yard does not have. */
  car: PulledCar | null;
  /** Why the part may not be pulled or packed now. Undefined if it may. */
  problem: string | undefined;
  /** 'asked': the buyer was asked by mail whether to take it as it is. 'take': the buyer takes it. */
  buyerSays: 'asked' | 'take' | null;
  /** True if the problem is its car's. */
  isOfCar: boolean;
  buyer: { name: string | null; email: string | null; phone: string | null };
}

export interface PulledCar {
  id: string;
  stockNumber: string;
  title: string;
  place: string | null;
}

interface Row {
  lineId: string | null;
  partId: string;
  name: string;
  tag: string | null;
  units: number;
  pieces: string[];
  buyer_says: PullLine['buyerSays'];
  number: string | null;
  ship_by: Date | null;
  state: PullLine['state'];
  review: Review | null;
  amount_review: AmountReview | null;
  hold_reason: string | null;
  customer_name: string | null;
  email: string | null;
  phone: string | null;
  car_id: string | null;
  stock_number: string;
  year: number | null;
  make: string | null;
  model: string | null;
  trim: string | null;
  place: string | null;
}

export interface PullList {
  lines: PullLine[];
  /** True if more lines wait than are listed. */
  isCut: boolean;
}

/**
 * Lists sold parts that are on a car, and all parts that are pulled and not inspected: by place and car, and the most urgent
 * first. The order of a pulled part may have been canceled.
 */
export async function readPullList(transaction: Transaction<DB>): Promise<PullList> {
  const { rows } = await sql<Row>`
    select line.id as "lineId", facts.part_id as "partId", line.part_name as name, line.stock_number as tag,
      line.quantity - line.canceled - line.shipped as units, orders.number, orders.ship_by, facts.yard_state as state,
      orders.review, orders.amount_review, orders.hold_reason, orders.customer_name, orders.email, orders.phone,
      car.id as car_id, car.stock_number, car.year, car.make, car.model, car.trim, car.place,
      ${pieceNames} as pieces, (
        select case when kind = 'difference_asked' then 'asked' else details ->> 'answer' end
        from order_events as event
        where event.order_id = orders.id and event.details ->> 'lineId' = line.id::text
          and (kind = 'difference_answered' or kind = 'difference_asked' and mail_at is not null)
        order by event.id desc limit 1
      ) as buyer_says
    from orders
    join order_lines as line on line.order_id = orders.id
    join part_private_facts as facts on facts.part_id = line.part_id
    left join yard_vehicles as car on car.stock_key = facts.donor_key
    where orders.status = 'completed'
      and orders.progress in (${openStates})
      and facts.yard_state is not null and line.quantity > line.canceled + line.shipped
    order by orders.ship_by, orders.number, line.part_name, line.id
    limit ${AT_MOST + 1}`.execute(transaction);
  rows.push(...(await readUnsold(transaction)));
  const shown = rows.slice(0, AT_MOST);
  const cars = [...new Set(shown.map((row) => row.car_id).filter((id) => id !== null))];
  const days = await readDismantleDays(transaction, cars);
  const lines = shown.map((row): PullLine => {
    const {
      lineId,
      partId,
      name,
      tag,
      units,
      pieces,
      state,
      car_id: carId,
      stock_number: stockNumber,
      place,
    } = row;
    const day = carId === null ? undefined : days.get(carId);
    const tooEarly = state === 'on_car' ? describeEarlyDay(day) : undefined;
    return {
      lineId,
      partId,
      name,
      tag,
      units,
      pieces,
      order: row.number === null ? null : Number(row.number),
      shipBy: row.ship_by?.toISOString() ?? null,
      state,
      car: carId === null ? null : { id: carId, stockNumber, title: vehicleTitle(row), place },
      problem:
        tooEarly ??
        findSendProblem({
          status: 'completed',
          review: row.review,
          amountReview: row.amount_review,
          holdReason: row.hold_reason,
        }),
      buyerSays: row.buyer_says,
      isOfCar: tooEarly !== undefined,
      buyer: { name: row.customer_name, email: row.email, phone: row.phone },
    };
  });
  return { lines: lines.toSorted(byPlaceAndCar), isCut: rows.length > AT_MOST };
}

/** Reads pulled parts that no open order waits for. */
async function readUnsold(transaction: Transaction<DB>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select null as "lineId", facts.part_id as "partId", part.part_name as name, part.stock_number as tag, 1 as units,
      null as number, null as ship_by, facts.yard_state as state, null as review, null as amount_review, null as hold_reason,
      null as customer_name, null as email, null as phone, car.id as car_id, car.stock_number, car.year, car.make, car.model,
      car.trim, car.place, ${pieceNames} as pieces, null as buyer_says
    from part_private_facts as facts
    join lateral (
      select part_name, stock_number from parts_catalog where id = facts.part_id
      union all
      select part_name, stock_number from hidden_parts where id = facts.part_id
    ) as part on true
    left join yard_vehicles as car on car.stock_key = facts.donor_key
    where facts.yard_state = 'pulled' and not exists (
      select from order_lines as line join orders on orders.id = line.order_id
      where line.part_id = facts.part_id and line.quantity > line.canceled + line.shipped
        and orders.status = 'completed' and orders.progress in (${openStates})
    )
    order by facts.part_id limit ${AT_MOST}`.execute(transaction);
  return rows;
}

/** Row 9 is before row 10. */
const byNumbers = new Intl.Collator('en-US', { numeric: true });

function byPlaceAndCar({ car: one }: PullLine, { car: other }: PullLine): number {
  return (
    Number(one === null) - Number(other === null) ||
    Number(one?.place == null) - Number(other?.place == null) ||
    byNumbers.compare(one?.place ?? '', other?.place ?? '') ||
    byNumbers.compare(one?.stockNumber ?? '', other?.stockNumber ?? '')
  );
}
