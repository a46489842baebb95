import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import type { Refusals } from '#core/platform/answer-action.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { readLaw } from '../paper/law.server.ts';
import { type ConverterIntent, readConverter, readSale } from './converter-form.ts';

type Form = Readonly<Record<string, unknown>>;

export const converterRefusals: Refusals = {
  yard_converters_vehicle_id_fkey: 'there is no such car',
};

/** Changes converters. Sales are for people who may see purchases. @throws {Refused} */
export function changeConverters(
  transaction: Transaction<DB>,
  intent: ConverterIntent,
  form: Form,
): Promise<ActionResult> {
  return commands[intent](transaction, form);
}

const commands: Record<ConverterIntent, typeof addConverter> = {
  'add-converter': addConverter,
  'delete-converter': deleteConverter,
  'sell-converter': sellConverter,
  'take-back-sale': takeBackSale,
};

/** A converter without a car is a loose one. */
async function addConverter(transaction: Transaction<DB>, form: Form): Promise<ActionResult> {
  const car = String(form['car'] ?? '');
  if (car !== '' && !isId(car)) throw new Refused('there is no such car');
  const { law, today } = await readLaw(transaction);
  const isLoose = car === '';
  if (isLoose && law.loose_converters !== 1)
    throw new Refused(
      'loose converters may not be bought in. The owner can change this rule in the settings',
    );
  const read = readConverter(form, { isLoose, today });
  if ('errors' in read) return { done: false, errors: read.errors };
  const { id } = await transaction
    .insertInto('yard_converters')
    .values({ vehicle_id: isLoose ? null : car, ...read.values } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await log(transaction, 'add_converter', id, { count: read.values.count, loose: isLoose });
  return { done: true, message: 'Converter added' };
}

async function deleteConverter(transaction: Transaction<DB>, form: Form): Promise<ActionResult> {
  const id = readId(form);
  const deleted = await transaction
    .deleteFrom('yard_converters')
    .where('id', '=', id)
    .where('sold_on', 'is', null)
    .returning('count')
    .executeTakeFirst();
  if (!deleted) throw new Refused('it was sold or deleted already');
  await log(transaction, 'delete_converter', id, deleted);
  return { done: true, message: 'Converter deleted' };
}

async function sellConverter(transaction: Transaction<DB>, form: Form): Promise<ActionResult> {
  const id = readId(form);
  // A second sale waits here.
  const converter = await transaction
    .selectFrom('yard_converters')
    .select(['sold_on', sql<string>`removed_on::text`.as('removedOn')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!converter) throw new Refused('there is no such converter, or you may not sell it');
  if (converter.sold_on !== null) throw new Refused('it was sold already');
  const { today } = await readLaw(transaction);
  const read = readSale(form, { removedOn: converter.removedOn, today });
  if ('errors' in read) return { done: false, errors: read.errors };
  const { sold_on: soldOn, ...sale } = read.values;
  await transaction
    .updateTable('yard_converters')
    .set({ sold_on: soldOn as never })
    .where('id', '=', id)
    .execute();
  await transaction
    .insertInto('yard_converter_sales')
    .values({ converter_id: id, ...sale } as never)
    .execute();
  await log(transaction, 'sell_converter', id, { payment: sale.payment, amount: sale.amount });
  return { done: true, message: 'Sale noted' };
}

async function takeBackSale(transaction: Transaction<DB>, form: Form): Promise<ActionResult> {
  const id = readId(form);
  const removed = await transaction
    .deleteFrom('yard_converter_sales')
    .where('converter_id', '=', id)
    .returning(['payment', 'amount'])
    .executeTakeFirst();
  if (!removed) throw new Refused('it was taken back already, or you may not see sales');
  await transaction.updateTable('yard_converters').set({ sold_on: null }).where('id', '=', id).execute();
  await log(transaction, 'take_back_converter_sale', id, removed);
  return { done: true, message: 'The sale was taken back' };
}

function readId({ converter }: Form): string {
  if (typeof converter !== 'string' || !isId(converter)) throw new Refused('there is no such converter');
  return converter;
}

function log(
  transaction: Transaction<DB>,
  action: string,
  resourceId: string,
  details: Record<string, unknown>,
): Promise<void> {
  return logAdminAction(transaction, action, { resourceType: 'yard_converters', resourceId, ...details });
}
