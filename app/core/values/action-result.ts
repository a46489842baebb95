import type { FieldConflict } from './merge-fields.ts';

export interface ActionResult {
  done: boolean;
  /** Text for a toast (Spec §8). */
  message?: string;
  note?: string;
  /** Name of the message's field. */
  field?: string;
  errors?: Readonly<Record<string, string>>;
  /** Path to open when it is done, because the open page or row is gone then. */
  leadsTo?: string;
  /** Fields that another admin changed to another value. Nothing was saved. */
  conflicts?: FieldConflict[];
}
