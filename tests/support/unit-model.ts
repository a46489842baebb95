/** A simple model of an order's units: objects that move, instead of sums (tests/http/random-units.test.ts). */
export interface Unit {
  /** 'returned' means that the unit came back with a return that is not settled. */
  place: 'shelf' | 'box' | 'buyer' | 'returned' | 'aside' | 'stock' | 'lost';
  hasLeft: boolean;
}

export interface ModelLine {
  unitCents: number;
  units: Unit[];
  refunded: number;
  /** Units that a correction has taken off and written off. */
  writtenOff: number;
}

export interface ModelReturn {
  state: 'asked' | 'approved' | 'received' | 'inspected' | 'refunded' | 'sent_back';
  line: number;
  announced: number;
  arrived: number;
  back: boolean;
  inStock: number;
}

export interface ModelRefund {
  /** Units of each line. */
  units: number[];
  cents: number;
  state: 'open' | 'done' | 'failed';
  /** Index of its return in the model. Null if there is none. */
  ofReturn: number | null;
}

export interface Model {
  /** What was paid. */
  totalCents: number;
  /** What the order costs. Corrections change it: what is missing is waived, what was paid too much goes back. */
  amountCents: number;
  lines: ModelLine[];
  returns: ModelReturn[];
  refunds: ModelRefund[];
  /** Units of each line, for each parcel that was not undone. */
  parcels: number[][];
}

/** Someone's action. `back` means that the units go back into stock. */
export type UnitAction =
  | { do: 'pack' | 'undo' | 'approve' | 'refund-return' | 'send-back' }
  | { do: 'buyer-cancel' }
  | { do: 'ship' | 'missing' | 'ask'; line: number; units: number }
  | { do: 'refund'; line: number; unshipped: number; shipped: number; back: boolean }
  | { do: 'cancel' | 'inspect'; back: boolean }
  | { do: 'set-aside'; line: number; units: number; back: boolean }
  | { do: 'receive'; units: number; rest: 'open' | 'closed' }
  | { do: 'take-off'; line: number; units: number; back: boolean }
  /** Adds the spare part, once, perhaps in exchange for a unit of the first line. */
  | { do: 'add'; units: number; swaps: boolean };

/** A unit of the spare part, with its tax. Nothing is shipped for money. */
const SPARE_CENTS = 162_00;

/** The action is not possible: the shop has to refuse it. */
export class Impossible extends Error {
  override readonly name = 'Impossible';
}

function need(isPossible: boolean): asserts isPossible {
  if (!isPossible) throw new Impossible();
}

export const inPlaces = (units: readonly Unit[], ...places: Unit['place'][]) =>
  units.filter(({ place }) => places.includes(place));

/** Returns units that never left and never will. */
export const canceledOf = ({ units }: ModelLine) =>
  inPlaces(units, 'aside', 'stock', 'lost').filter(({ hasLeft }) => !hasLeft);

function move(units: readonly Unit[], quantity: number, change: Partial<Unit>): void {
  need(units.length >= quantity);
  for (const unit of units.slice(0, quantity)) Object.assign(unit, change);
}

export const promisedCents = ({ refunds }: Model) =>
  refunds.reduce((sum, { cents, state }) => sum + (state === 'failed' ? 0 : cents), 0);

const isWhollyRefunded = ({ refunds, totalCents }: Model) =>
  refunds.reduce((sum, { cents, state }) => sum + (state === 'done' ? cents : 0), 0) >= totalCents;

function refund(model: Model, units: number[], cents: number, ofReturn: number | null = null): void {
  need(cents > 0 && promisedCents(model) + cents <= model.totalCents);
  for (const [index, line] of model.lines.entries()) {
    line.refunded += units[index] ?? 0;
    need(line.refunded <= line.units.length);
  }
  model.refunds.push({ units, cents, state: 'open', ofReturn });
}

function lineAt({ lines }: Model, index: number): ModelLine {
  const line = lines[index];
  need(line !== undefined);
  return line;
}

/** Takes units off that have not left: those that are not packed first. */
function takeOff(line: ModelLine, quantity: number, back: boolean): void {
  const open = [...inPlaces(line.units, 'shelf'), ...inPlaces(line.units, 'box')];
  need(open.length >= quantity);
  const gone = new Set(open.slice(0, quantity));
  line.units = line.units.filter((unit) => !gone.has(unit));
  if (!back) line.writtenOff += quantity;
}

/** Gives back what was paid too much since a correction. */
function correct(model: Model, differenceCents: number): void {
  model.amountCents += differenceCents;
  const tooMuch = model.totalCents - model.amountCents;
  const left = model.totalCents - promisedCents(model);
  const cents = Math.min(-differenceCents, tooMuch, left);
  if (cents > 0)
    model.refunds.push({ units: model.lines.map(() => 0), cents, state: 'open', ofReturn: null });
}

/** Counts units of a line that the buyer has, not refunded, and in no return that waits. */
function returnable(model: Model, index: number): number {
  const line = lineAt(model, index);
  const ofReturns = model.refunds
    .filter(({ state, ofReturn }) => state !== 'failed' && ofReturn !== null)
    .reduce((sum, { units }) => sum + (units[index] ?? 0), 0);
  const withReturns = model.returns
    .filter(({ line: at, state }) => at === index && ['received', 'inspected', 'refunded'].includes(state))
    .reduce((sum, { arrived }) => sum + arrived, 0);
  const cameBack = line.units.filter(({ hasLeft, place }) => hasLeft && place !== 'buyer').length;
  const announced = model.returns
    .filter(({ line: at, state }) => at === index && ['asked', 'approved'].includes(state))
    .reduce((sum, { announced: units }) => sum + units, 0);
  const kept = Math.max(0, line.refunded - ofReturns - canceledOf(line).length - (cameBack - withReturns));
  return inPlaces(line.units, 'buyer').length - kept - announced;
}

/** Returns the model after an action. @throws {Impossible} */
export function afterAction(before: Model, action: UnitAction): Model {
  const model = structuredClone(before);
  const { lines } = model;
  const maySend = !isWhollyRefunded(model);
  const isOpen = lines.some(({ units }) => inPlaces(units, 'shelf', 'box').length > 0);
  const someLeft = lines.some(({ units }) => units.some(({ hasLeft }) => hasLeft));
  const current = model.returns.findLast(({ state }) => !['refunded', 'sent_back'].includes(state));
  switch (action.do) {
    case 'pack':
      need(isOpen && maySend);
      for (const { units } of lines) for (const unit of inPlaces(units, 'shelf')) unit.place = 'box';
      break;
    case 'ship': {
      need(isOpen && maySend);
      const { units } = lineAt(model, action.line);
      const toShip = [...inPlaces(units, 'box'), ...inPlaces(units, 'shelf')];
      move(toShip, action.units, { place: 'buyer', hasLeft: true });
      model.parcels.push(lines.map((_, at) => (at === action.line ? action.units : 0)));
      break;
    }
    case 'undo': {
      const parcel = model.parcels.pop();
      need(parcel !== undefined);
      for (const [at, line] of lines.entries()) {
        const undone = parcel[at] ?? 0;
        // A unit that was refunded since it left does not leave again.
        const kept = line.refunded - canceledOf(line).length;
        const stays = line.units.filter(({ hasLeft }) => hasLeft).length - undone;
        move(inPlaces(line.units, 'buyer'), undone, { place: 'box', hasLeft: false });
        move(inPlaces(line.units, 'box'), Math.max(0, kept - stays), { place: 'aside' });
      }
      break;
    }
    case 'missing': {
      need(isOpen && maySend);
      const line = lineAt(model, action.line);
      move([...inPlaces(line.units, 'shelf'), ...inPlaces(line.units, 'box')], action.units, {
        place: 'lost',
      });
      const isWhole = lines.every((each) => canceledOf(each).length === each.units.length);
      const left = model.totalCents - promisedCents(model);
      const cents = isWhole ? left : Math.min(left, action.units * line.unitCents);
      if (cents > 0)
        refund(
          model,
          lines.map((_, at) => (at === action.line ? action.units : 0)),
          cents,
        );
      break;
    }
    case 'cancel':
    case 'buyer-cancel': {
      need(isOpen && !someLeft);
      need(
        action.do === 'cancel' ||
          (maySend && lines.every(({ units }) => inPlaces(units, 'box').length === 0)),
      );
      const place = action.do === 'buyer-cancel' || action.back ? 'stock' : 'aside';
      for (const { units } of lines) for (const unit of inPlaces(units, 'shelf', 'box')) unit.place = place;
      const left = model.totalCents - promisedCents(model);
      if (left > 0)
        refund(
          model,
          lines.map(({ units, refunded }) => units.length - refunded),
          left,
        );
      break;
    }
    case 'refund': {
      need(maySend);
      const line = lineAt(model, action.line);
      const canceled = canceledOf(line).length;
      const owed = canceled - Math.min(line.refunded, canceled);
      const shippedLeft =
        line.units.filter(({ hasLeft }) => hasLeft).length - Math.max(0, line.refunded - canceled);
      need(action.shipped <= shippedLeft);
      const toCancel = Math.max(0, action.unshipped - owed);
      move([...inPlaces(line.units, 'shelf'), ...inPlaces(line.units, 'box')], toCancel, { place: 'aside' });
      if (action.back) {
        const here = inPlaces(line.units, 'buyer');
        move(here, Math.min(here.length, action.shipped), { place: 'aside' });
        const aside = inPlaces(line.units, 'aside');
        move(aside, Math.min(aside.length, action.unshipped + action.shipped), { place: 'stock' });
      }
      const units = action.unshipped + action.shipped;
      refund(
        model,
        lines.map((_, at) => (at === action.line ? units : 0)),
        units * line.unitCents,
      );
      break;
    }
    case 'take-off': {
      const line = lineAt(model, action.line);
      need(isOpen && maySend);
      takeOff(line, action.units, action.back);
      need(lines.some(({ units }) => inPlaces(units, 'shelf', 'box').length > 0));
      correct(model, -action.units * line.unitCents);
      break;
    }
    case 'add': {
      need(isOpen && maySend && lines.length === 2);
      const swapped = lineAt(model, 0);
      if (action.swaps) takeOff(swapped, 1, true);
      lines.push({
        unitCents: SPARE_CENTS,
        units: Array.from({ length: action.units }, () => ({ place: 'shelf', hasLeft: false })),
        refunded: 0,
        writtenOff: 0,
      });
      correct(model, action.units * SPARE_CENTS - (action.swaps ? swapped.unitCents : 0));
      break;
    }
    case 'set-aside':
      move(inPlaces(lineAt(model, action.line).units, 'aside'), action.units, {
        place: action.back ? 'stock' : 'lost',
      });
      break;
    case 'ask':
      need(maySend && returnable(model, action.line) >= action.units);
      model.returns.push({
        state: 'asked',
        line: action.line,
        announced: action.units,
        arrived: 0,
        back: false,
        inStock: 0,
      });
      break;
    case 'approve':
      need(current?.state === 'asked');
      current.state = 'approved';
      break;
    case 'receive': {
      need(current?.state === 'approved' && action.units <= current.announced);
      const rest = current.announced - action.units;
      need(rest === 0 || action.rest === 'closed' || maySend);
      move(inPlaces(lineAt(model, current.line).units, 'buyer'), action.units, { place: 'returned' });
      Object.assign(current, { state: 'received', arrived: action.units });
      if (rest > 0 && action.rest === 'open') {
        need(returnable(model, current.line) >= rest);
        model.returns.push({ ...current, state: 'approved', announced: rest, arrived: 0 });
      }
      break;
    }
    case 'inspect':
      need(current?.state === 'received');
      Object.assign(current, { state: 'inspected', back: action.back });
      break;
    case 'refund-return': {
      const at = current ? model.returns.indexOf(current) : -1;
      need(current?.state === 'inspected' && maySend);
      need(!model.refunds.some(({ ofReturn, state }) => ofReturn === at && state !== 'failed'));
      const { units, unitCents } = lineAt(model, current.line);
      refund(
        model,
        lines.map((_, index) => (index === current.line ? current.arrived : 0)),
        current.arrived * unitCents,
        at,
      );
      if (current.back) {
        move(inPlaces(units, 'returned'), current.arrived - current.inStock, { place: 'stock' });
        current.inStock = current.arrived;
      }
      break;
    }
    case 'send-back': {
      const at = current ? model.returns.indexOf(current) : -1;
      need(current?.state === 'inspected' && current.inStock === 0);
      need(!model.refunds.some(({ ofReturn, state }) => ofReturn === at && state !== 'failed'));
      move(inPlaces(lineAt(model, current.line).units, 'returned'), current.arrived, { place: 'buyer' });
      current.state = 'sent_back';
      break;
    }
  }
  return model;
}

/** Returns the model after the provider's word about its refunds, in their sequence. */
export function afterProvider(before: Model, states: readonly ModelRefund['state'][]): Model {
  const model = structuredClone(before);
  for (const [index, one] of model.refunds.entries()) {
    const state = states[index] ?? one.state;
    const ofReturn = one.ofReturn === null ? undefined : model.returns[one.ofReturn];
    if (state === 'failed' && one.state !== 'failed') {
      for (const [at, line] of model.lines.entries()) line.refunded -= one.units[at] ?? 0;
      if (ofReturn?.state === 'refunded') {
        ofReturn.state = 'inspected';
        // The units of the return wait for another decision.
        move(inPlaces(lineAt(model, ofReturn.line).units, 'aside'), ofReturn.arrived - ofReturn.inStock, {
          place: 'returned',
        });
      }
    }
    if (state === 'done' && one.state !== 'done' && ofReturn) {
      ofReturn.state = 'refunded';
      move(inPlaces(lineAt(model, ofReturn.line).units, 'returned'), ofReturn.arrived - ofReturn.inStock, {
        place: 'aside',
      });
    }
    one.state = state;
  }
  return model;
}
