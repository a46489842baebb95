import { createHash } from 'node:crypto';
import { z } from 'zod';

export interface PartCursor {
  name: string;
  number?: string | undefined;
  id: string;
  /** Index of the list, if several follow one another. */
  list?: number | undefined;
}

const shape = z.object({
  name: z.string().refine((name) => !name.includes('\0')),
  number: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  id: z.uuid(),
  list: z.int().min(0).max(9).optional(),
});

export function encodeCursor(cursor: PartCursor): string {
  const content = JSON.stringify(cursor);
  return Buffer.from(checksum(content) + content).toString('base64url');
}

/** Decodes a cursor from a client. Returns undefined if the shop did not write it. */
export function decodeCursor(text: string): PartCursor | undefined {
  const content = Buffer.from(text, 'base64url').subarray(CHECKSUM_LENGTH).toString('utf8');
  // Decoding base64url skips invalid characters, so this compares the whole text.
  if (Buffer.from(checksum(content) + content).toString('base64url') !== text) return undefined;
  try {
    return shape.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

const CHECKSUM_LENGTH = 12;

/** The checksum needs no secret, because all parts are public. */
function checksum(content: string): string {
  return createHash('sha256').update(`cursor ${content}`).digest('base64url').slice(0, CHECKSUM_LENGTH);
}
