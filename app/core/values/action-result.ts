import type { FieldConflict } from './merge-fields.ts';

export interface ActionResult {
  done: boolean;
  /** For a toast (Spec §8). */
  message?: string;
  note?: string;
  /** The name of the field that the message is about. */
  field?: string;
  errors?: Readonly<Record<string, string>>;
  /** Fields that another admin changed to another value; nothing was saved. */
  conflicts?: FieldConflict[];
}
