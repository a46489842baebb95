import type pg from 'pg';
import {
  type CheckGroup,
  type VehicleCheck,
  vehicleCheckNames,
  vehicleChecks,
} from '#core/yard/vehicle-checks.ts';
import { miles } from './descriptions.ts';
import type { Drive } from './make.ts';
import { createRandom, hash } from './random.ts';
import { colors, donorVin, gradeUsed } from './used-facts.ts';
import { allVehicles, driveOf } from './vehicles.ts';

const DEMO_CARS = 40;

/** Cars of one model, at most. */
const CARS_OF_MODEL = 5;

/** Parts that a car has at most. */
const PARTS_OF_CAR = 24;

interface CarState {
  count: number;
  /** Groups of checks that are done. */
  done: readonly CheckGroup[];
  /** Days ago that it came in: from and to. */
  days: readonly [number, number];
  hasParts?: true;
  hold?: 'police' | 'lien' | 'insurer';
  disposition?: 'crushed' | 'sold_whole' | 'sold_as_hulk';
  isHidden?: true;
}

/** Cars in all states, those with parts first: they get the vehicles with the most parts. */
const carStates: readonly CarState[] = [
  { count: 8, done: ['arrival', 'test', 'depollution', 'end'], days: [60, 240], hasParts: true },
  { count: 6, done: ['arrival', 'test', 'depollution'], days: [20, 60], hasParts: true },
  { count: 6, done: ['arrival', 'test'], days: [4, 20], hasParts: true },
  {
    count: 5,
    done: ['arrival', 'test', 'depollution', 'end'],
    days: [240, 420],
    hasParts: true,
    disposition: 'crushed',
  },
  {
    count: 2,
    done: ['arrival', 'test', 'depollution', 'end'],
    days: [240, 420],
    hasParts: true,
    disposition: 'sold_as_hulk',
  },
  { count: 4, done: ['arrival'], days: [0, 4] },
  { count: 3, done: ['arrival'], days: [30, 200], disposition: 'sold_whole' },
  { count: 2, done: ['arrival'], days: [5, 30], hold: 'police' },
  { count: 1, done: ['arrival', 'test'], days: [5, 30], hold: 'lien' },
  { count: 1, done: [], days: [1, 5], hold: 'insurer' },
  { count: 2, done: ['arrival'], days: [2, 10], isHidden: true },
];

const drives: Record<Drive, string> = {
  front: 'fwd',
  'front-awd': 'awd',
  rear: 'rwd',
  'rear-awd': 'awd',
  'solid-axle-truck': '4wd',
  truck: 'rwd',
};

const sources = ['Coast Auto Auction', 'Bayview Insurance', 'Harbor Towing', 'Walk-in seller'];
const damages = ['Front end', 'Rear end', 'Left side', 'Right side', 'Engine does not start', 'Hail'];

interface CarPart {
  id: string;
  part_name: string;
  part_type: string | null;
  vehicle_engine: string | null;
  damage_codes: string | null;
}

interface CarVehicle {
  make: string;
  model: string;
  year: number;
  /** Null if no part tells it. */
  engine: string | null;
  parts: CarPart[];
}

/** Loads cars that some of the demo's used parts come off: these get the facts of their car. */
export async function loadDemoCars(owner: pg.Client): Promise<void> {
  await owner.query('delete from public.yard_vehicles where id in (select car_id from public.demo_cars)');
  await owner.query('truncate public.demo_cars');
  const vehicles = await findVehicles(owner);
  const states = carStates.flatMap((state) => Array.from({ length: state.count }, () => state));
  const changed: object[] = [];
  for (const [index, state] of states.entries()) {
    const vehicle = vehicles[index];
    if (!vehicle) break;
    const car = describeCar(vehicle, state, index);
    const isAdded = await addCar(owner, car, state);
    if (isAdded && state.hasParts) changed.push(...partsOf(vehicle, car));
  }
  await owner.query(
    `update public.parts_catalog as part set mileage = sent.mileage, mileage_source = sent.mileage_source,
       donor_color = sent.color, donor_vin_tail = sent.vin_tail, grade = sent.grade,
       grade_lowered_to = sent.grade_lowered_to, grade_reason = sent.grade_reason
     from jsonb_to_recordset($1) as sent (id uuid, mileage integer, mileage_source text, color text, vin_tail text,
       grade text, grade_lowered_to text, grade_reason text)
     where part.id = sent.id`,
    [JSON.stringify(changed)],
  );
  await owner.query(
    `update public.part_private_facts as facts
     set donor_vin = sent.vin, donor_stock_number = sent.stock_number, donor_arrived_on = sent.arrived_on
     from jsonb_to_recordset($1) as sent (id uuid, vin text, stock_number text, arrived_on date)
     where facts.part_id = sent.id`,
    [JSON.stringify(changed)],
  );
}

/**
 * Finds vehicles for the cars, those with the most used parts first. A car has one part of each name, all for one engine. Parts
 * whose description tells the mileage of another car are left out.
 */
async function findVehicles(owner: pg.Client): Promise<CarVehicle[]> {
  const { rows } = await owner.query<Omit<CarVehicle, 'engine'>>(
    `with used as (
       select id, part_name, part_type, vehicle_make, vehicle_model, vehicle_year, vehicle_engine, damage_codes
       from public.parts_catalog join public.demo_parts on part_id = id
       where origin = 'used' and coalesce(description, '') !~ 'miles' and vehicle_year is not null
     ), counted as (
       select vehicle_make, vehicle_model, vehicle_year, count(*) as amount,
         row_number() over (
           partition by vehicle_make, vehicle_model order by count(*) desc, vehicle_year desc
         ) as place
       from used group by vehicle_make, vehicle_model, vehicle_year
     ), vehicles as (
       select * from counted where place <= $2
       order by amount desc, vehicle_make, vehicle_model, vehicle_year limit $1
     )
     select vehicle_make as make, vehicle_model as model, vehicle_year as year, jsonb_agg(to_jsonb(used) order by id) as parts
     from used join vehicles using (vehicle_make, vehicle_model, vehicle_year)
     group by amount, vehicle_make, vehicle_model, vehicle_year
     order by amount desc, vehicle_make, vehicle_model, vehicle_year`,
    [5 * DEMO_CARS, CARS_OF_MODEL],
  );
  const vehicles = rows.map(forOneEngine).toSorted((one, other) => other.parts.length - one.parts.length);
  if (vehicles.length >= DEMO_CARS) return vehicles.slice(0, DEMO_CARS);
  // A small catalog has fewer vehicles.
  const others = [...allVehicles()].filter(
    ({ make, model, year }, index) =>
      index % 97 === 0 &&
      !vehicles.some((each) => each.make === make.name && each.model === model.name && each.year === year),
  );
  return [
    ...vehicles,
    ...others.map(({ make, model, year }) => ({
      make: make.name,
      model: model.name,
      year,
      engine: null,
      parts: [],
    })),
  ].slice(0, DEMO_CARS);
}

/** Keeps one part of each name, for the engine with the most of them. */
function forOneEngine({ parts, ...vehicle }: Omit<CarVehicle, 'engine'>): CarVehicle {
  const engines = [null, ...new Set(parts.flatMap(({ vehicle_engine: engine }) => engine ?? []))];
  const cars = engines.map((engine) => {
    const fitting = parts.filter(({ vehicle_engine: named }) => named === null || named === engine);
    const byName = Map.groupBy(fitting, ({ part_name: name }) => name);
    return { engine, parts: [...byName.values()].flatMap(([first]) => first ?? []) };
  });
  const best = cars.toSorted((one, other) => other.parts.length - one.parts.length)[0];
  return { ...vehicle, engine: best?.engine ?? null, parts: best?.parts ?? [] };
}

type Car = ReturnType<typeof describeCar>;

function bodyOf(model: string, isTwoDoor = false): string | null {
  if (/^(F-|Silverado|Sierra|Ram|Tacoma|Tundra|Ranger|Colorado|Frontier|Ridgeline)/.test(model))
    return 'Pickup';
  if (/^(RAV4|CR-V|Escape|Explorer|Rogue|Tahoe|Equinox|Highlander|Pilot|4Runner)/.test(model)) return 'SUV';
  return isTwoDoor ? 'Coupe' : null;
}

/** Draws from a random source of the vehicle, so that the car is the same in each shop. */
function describeCar({ make, model, year, engine }: CarVehicle, state: CarState, index: number) {
  const random = createRandom(hash(`car ${year} ${make} ${model}`));
  const [from, to] = state.days;
  const cameIn = daysAgo(from + random.below(to - from + 1));
  const vehicle = [...allVehicles()].find(
    (each) => each.make.name === make && each.model.name === model && each.year === year,
  );
  const isGone = state.disposition !== undefined;
  return {
    stock_number: `C${1001 + index}`,
    vin: donorVin(year, random),
    year,
    make,
    model,
    body: bodyOf(model, vehicle?.model.twoDoor),
    color: random.pick(colors),
    engine: engine ?? vehicle?.generation.engines[0] ?? null,
    drive: vehicle ? drives[driveOf(vehicle)] : null,
    odometer: miles(year, random),
    odometer_source: random.pick(['cluster', 'cluster', 'title', 'auction'] as const),
    damage: random.pick(damages),
    airbags_deployed: random.chance(0.2),
    source: random.pick(sources),
    lot: String(10_000 + random.below(90_000)),
    bought_on: daysBefore(cameIn, 2 + random.below(6)),
    possession_on: cameIn,
    title_kind: random.pick(['clean', 'salvage', 'salvage', 'junk'] as const),
    title_state: 'CA',
    lienholder: state.hold === 'lien' ? 'First Example Bank' : null,
    holds: state.hold ? [state.hold] : [],
    shown_to_shoppers: !state.isHidden,
    yard_row: isGone ? null : `R${1 + (index % 12)}`,
    place: isGone ? null : random.pick(['North side', 'South side', 'Near the gate', 'On the rack']),
    disposition: state.disposition ?? 'here',
    disposed_on: isGone ? daysBefore(cameIn, -(10 + random.below(15))) : null,
    cost: 200 + 50 * random.below(40),
  };
}

/** Returns false if the owner's own car has the number or VIN. */
async function addCar(owner: pg.Client, { cost, ...car }: Car, { done }: CarState): Promise<boolean> {
  const row = { ...car, created_at: `${car.possession_on}T17:00:00Z` };
  const columns = Object.keys(row);
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.yard_vehicles (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning id`,
    Object.values(row),
  );
  const id = rows[0]?.id;
  if (id === undefined) return false;
  await owner.query('insert into public.demo_cars (car_id) values ($1)', [id]);
  await owner.query('insert into public.yard_purchases (vehicle_id, seller_name) values ($1, $2)', [
    id,
    car.source,
  ]);
  await owner.query(
    'insert into public.yard_costs (vehicle_id, paid_on, payee, what, amount) values ($1, $2, $3, $4, $5)',
    [id, car.bought_on, car.source, 'The car', cost],
  );
  const checks: VehicleCheck[] = vehicleCheckNames.filter((name) => done.includes(vehicleChecks[name].group));
  await owner.query(
    `insert into public.yard_checks (vehicle_id, name, done_at)
     select $1, name, $3::timestamptz + place * interval '2 hours' from unnest($2::text[]) with ordinality as checks (name, place)`,
    [id, checks, row.created_at],
  );
  return true;
}

/** Returns the facts of the car for its parts. */
function partsOf({ parts }: CarVehicle, car: Car): object[] {
  return parts.slice(0, PARTS_OF_CAR).map((part) =>
    Object.assign(
      gradeUsed({
        name: part.part_name,
        condition: part.part_type,
        mileage: car.odometer,
        mileageSource: car.odometer_source,
        donorYear: car.year,
        arrivedOn: car.possession_on,
        damageCodes: part.damage_codes,
      }),
      {
        id: part.id,
        mileage: car.odometer,
        mileage_source: car.odometer_source,
        color: car.color,
        vin: car.vin,
        vin_tail: car.vin.slice(-4),
        stock_number: car.stock_number,
        arrived_on: car.possession_on,
      },
    ),
  );
}

const DAY_MS = 24 * 60 * 60 * 1_000;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
