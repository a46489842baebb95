/** Refuses a change: the transaction is rolled back, and the person reads the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Name of the reason's field. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
