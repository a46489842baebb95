/** A change is refused: the transaction is rolled back, and the person reads the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The name of the field that the reason is about. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
