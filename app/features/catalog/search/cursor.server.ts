import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Where a list goes on: behind the part with these values of the order's columns. */
export interface PartCursor {
  name: string;
  /** Dollars as the database writes them; only in lists by price. */
  price?: string | undefined;
  id: string;
}

const shape = z.object({
  name: z.string().refine((name) => !name.includes('\0')),
  price: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  id: z.uuid(),
});

export function encodeCursor(cursor: PartCursor): string {
  const content = JSON.stringify(cursor);
  return Buffer.from(seal(content) + content).toString('base64url');
}

/** The cursor that a client sends back, or undefined when it is none of ours or was changed. */
export function decodeCursor(text: string): PartCursor | undefined {
  const sealed = Buffer.from(text, 'base64url');
  const content = sealed.subarray(SEAL_LENGTH).toString('utf8');
  // Letter by letter: what is not base64url at all is skipped when it is read.
  if (Buffer.from(seal(content) + content).toString('base64url') !== text) return undefined;
  try {
    return shape.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

const SEAL_LENGTH = 12;

/** Tells a cursor that was changed. No secret: whoever makes one anew gets parts that everybody may see. */
function seal(content: string): string {
  return createHash('sha256').update(`cursor ${content}`).digest('base64url').slice(0, SEAL_LENGTH);
}
