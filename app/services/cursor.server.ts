import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The place in a list of parts after which a page begins: that of the part with these values. */
export interface PartCursor {
  name: string;
  /** The number that the list is ordered by, as the database writes it; missing in lists by name. */
  number?: string | undefined;
  id: string;
}

const shape = z.object({
  name: z.string().refine((name) => !name.includes('\0')),
  number: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  id: z.uuid(),
});

export function encodeCursor(cursor: PartCursor): string {
  const content = JSON.stringify(cursor);
  return Buffer.from(checksum(content) + content).toString('base64url');
}

/** Reads a cursor that a client sends back. Undefined: the shop did not write it, or it was changed. */
export function decodeCursor(text: string): PartCursor | undefined {
  const content = Buffer.from(text, 'base64url').subarray(CHECKSUM_LENGTH).toString('utf8');
  // Compares the whole text, because decoding base64url skips characters that do not belong there.
  if (Buffer.from(checksum(content) + content).toString('base64url') !== text) return undefined;
  try {
    return shape.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

const CHECKSUM_LENGTH = 12;

/** Detects a changed cursor. It needs no secret: a forged one only leads to parts that everyone may see. */
function checksum(content: string): string {
  return createHash('sha256').update(`cursor ${content}`).digest('base64url').slice(0, CHECKSUM_LENGTH);
}
