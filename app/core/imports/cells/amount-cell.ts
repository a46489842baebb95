import type { FieldColumn } from '#core/catalog/part-fields.ts';
import { readNumberCell } from './number-cell.ts';

interface Units {
  pattern: RegExp;
  factors?: Readonly<Record<string, number>>;
}

const units: Readonly<Record<string, Units>> = {
  stock_quantity: {
    pattern: /^[>≥]?\s*([\d.,\s]+?)\s*\+?\s*(?:pcs?\.?|pieces?|units?|ea\.?|each|x|stk\.?)?$/i,
  },
  mileage: {
    pattern: /^([\d.,\s]+?)\s*(k?)\s*(miles?|mi\.?|km|kilometers)?$/i,
    factors: { km: 0.621371, kilometers: 0.621371 },
  },
  weight_pounds: {
    pattern: /^([\d.,\s]+?)\s*()(lbs?\.?|pounds?|kg|kgs|g|grams?|oz\.?|ounces?)?$/i,
    factors: {
      kg: 2.204623,
      kgs: 2.204623,
      g: 0.002204623,
      gram: 0.002204623,
      grams: 0.002204623,
      oz: 0.0625,
      'oz.': 0.0625,
      ounce: 0.0625,
      ounces: 0.0625,
    },
  },
};

const length: Units = {
  pattern: /^([\d.,\s]+?)\s*()(in\.?|inch(?:es)?|"|”|cm|mm|m|ft\.?|yd)?$/i,
  factors: { cm: 0.3937008, mm: 0.03937008, m: 39.37008, ft: 12, 'ft.': 12, yd: 36 },
};

const decimals: Readonly<Record<string, number>> = { mileage: 0, weight_pounds: 2 };

/** Longer texts are no amounts. */
const MAX_LENGTH = 60;

/**
 * Reads an amount with its unit: '7 pcs', '>50', '78K', '2.5 kg', '$1,234.50 ea'. Returns decimal text in the unit of the field, or
 * undefined if the text is something else.
 */
export function readAmountCell(column: FieldColumn, text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const known = column.endsWith('_in') ? length : units[column];
  if (!known) return readNumberCell(text.replace(/\s*(?:\/\s*)?(?:ea\.?|each|per (?:unit|piece)|pc)$/i, ''));
  const [, typed = '', thousands = '', unit = ''] = known.pattern.exec(text.trim()) ?? [];
  const number = readNumberCell(typed);
  if (number === undefined) return undefined;
  const factor = (known.factors?.[unit.toLowerCase()] ?? 1) * (thousands === '' ? 1 : 1000);
  return factor === 1 ? number : (Number(number) * factor).toFixed(decimals[column] ?? 1);
}

/** Returns the foreign currency of an amount. Undefined if it is in dollars, or does not say. */
export function findForeignCurrency(text: string): string | undefined {
  const [, sign] =
    /(€|£|¥|₹|₽|\b(?:EUR|GBP|JPY|CAD|AUD|CHF|MXN|CNY|INR|PLN|SEK)\b|\b(?:C|CA|A|AU)\$)/i.exec(text) ?? [];
  return sign;
}
