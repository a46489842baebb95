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
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** The cursor that a client sends back, or undefined when it is none of ours. */
export function decodeCursor(text: string): PartCursor | undefined {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
