import { describeWholeFitment } from '#core/catalog/fitment-list.ts';
import { describeCondition } from '#core/catalog/origin.ts';
import { partDescription } from '#core/catalog/part.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { type ListedPart, toHtml } from './listed-part.ts';

/** Vehicles that a description lists. */
const MAX_VEHICLES = 100;

/** Describes a part for another shop, which has no fields for what it is and fits. HTML. */
export function describeListing(part: ListedPart): string {
  const facts = [
    ['Condition', describeCondition(part)],
    ['Part number', part.oemNumber],
    ['Grade', part.grade],
    ['Mileage', part.mileage?.toLocaleString('en-US')],
    ['Tested', part.testedHow],
    ['Core charge', part.coreChargeCents === null ? null : `$${dollarsFromCents(part.coreChargeCents)}`],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const fits = part.fitments.slice(0, MAX_VEHICLES).map(describeWholeFitment);
  return [
    `<p>${toHtml(partDescription(part))}</p>`,
    `<p>${facts.map(([label, text]) => `${label}: ${toHtml(text)}`).join('<br>')}</p>`,
    ...(fits.length > 0
      ? [`<p>Also fits</p><ul>${fits.map((fit) => `<li>${toHtml(fit)}</li>`).join('')}</ul>`]
      : []),
  ].join('');
}
