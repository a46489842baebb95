import { data } from 'react-router';
import { z } from 'zod';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { kindKey } from '#core/catalog/part-kind.ts';
import { findKindOfName } from '#core/part-changes/list-parts.server.ts';
import { readKnownPrices } from '#core/part-changes/read-known-prices.server.ts';
import type { Route } from './+types/part-price.ts';

const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((given) => !given.includes('\0'));

const question = z.object({
  name: text,
  make: text,
  model: text,
  kind: text.transform(kindKey).optional(),
  id: z.string().refine(isPartId).optional(),
});

/** Says what parts like the one in a form were sold for. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = question.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw data(null, { status: 400 });
  const { name, make, model, kind, id } = asked.data;
  return asStaff(context)(async (transaction) => {
    const wanted = { name, kind: kind ?? (await findKindOfName(transaction, name)), exceptId: id };
    const [prices] = await readKnownPrices(transaction, { make, model }, [wanted]);
    return Response.json(prices);
  });
}
