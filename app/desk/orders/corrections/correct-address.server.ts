import { z } from 'zod';
import { settleAlert } from '#core/alerts/alerts.server.ts';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { type AddressFields, readAddress, toShipTo } from '#core/addresses/saved-address.ts';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { checked, optionalLine, readFields } from '#core/orders/read-action-form.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import { Refused } from '#core/values/refused.ts';
import type { Change } from './correct-order.server.ts';
import { readShippingByHand } from './read-settlement.server.ts';

const fields = z.object({ phone: optionalLine(40), liftgate: checked });

/** Reads a new address for what is left to ship. @throws {Refused} */
export function readAddressChange(form: FormData, settings: Settings) {
  const read = readAddress(
    Object.fromEntries(form),
    settings.shipping.countries.map(({ country }) => country),
  );
  if ('error' in read) throw new Refused(read.error.replace(/\.$/, ''));
  const { phone, liftgate } = readFields(form, fields);
  const { name, place: _, ...typed } = read;
  const address = { ...typed, line1: oneLine(read.line1), line2: read.line2 && oneLine(read.line2) };
  const lines = formatPostalAddress(name, address);
  return (order: DeskOrder): Change => {
    if (isSame(order, read, phone) && liftgate === hasLiftgate(order))
      throw new Refused('this is the address of the order');
    return {
      kind: 'correct-address',
      corrected: {
        destination: { ...toShipTo(read), liftgate },
        shippingCents: readShippingByHand(form),
      },
      async write(transaction, { id }, _priced, settled) {
        const { kind: _kind, ...shipTo } = { ...toShipTo(read), liftgate };
        await transaction
          .updateTable('orders')
          .set({
            customer_name: name,
            phone,
            shipping_address: JSON.stringify(address),
            ship_to: JSON.stringify(shipTo),
          })
          .where('id', '=', id)
          .execute();
        await settleAlert(transaction, { kind: 'ship-to-differs', subject: id });
        return { kind: 'address_changed', details: { address: lines, ...settled } };
      },
    };
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function hasLiftgate({ destination }: DeskOrder): boolean {
  return destination?.kind === 'ship' && destination.liftgate;
}

function isSame(
  { address, customerName, phone, destination }: DeskOrder,
  typed: AddressFields,
  phoneNow: string | null,
) {
  if (!address || customerName !== typed.name || phone !== phoneNow) return false;
  if (destination?.kind === 'ship' && destination.place !== typed.place) return false;
  const names = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
  return names.every((name) => (address[name] ?? '') === (typed[name] ?? ''));
}
