/** A process that imports this first has a clock that is wrong by CLOCK_SHIFT_MS, like a machine without NTP. */
const shift = Number(process.env['CLOCK_SHIFT_MS']);
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...values: ConstructorParameters<DateConstructor> | []) {
    if (values.length === 0) super(RightDate.now() + shift);
    else super(...values);
  }

  static override now(): number {
    return RightDate.now() + shift;
  }

  // Node's own modules make dates of the other class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
