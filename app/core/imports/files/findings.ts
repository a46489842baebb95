/** Holds what a check has counted. part_changes.check_counts stores it. */
export interface CheckCounts {
  /** Lines that would add a part. */
  added: number;
  /** Added parts without a price. */
  unpriced: number;
  /** Added parts with none in stock. */
  outOfStock: number;
  /** Added parts that come as hidden parts, such as drafts. */
  hidden?: number;
  /** Lines that would change a price. */
  repriced: number;
  /** Lines whose new price would be 50 to 200 times the old one. */
  timesHundred: number;
  /** The name that most of the lines have. */
  commonName: { name: string; lines: number } | null;
  /** Lines that would add or change a part. */
  planned: number;
  /** The most frequent reasons of rejected lines. */
  reasons: { reason: string; lines: number }[];
}

/** Corrects a whole column when a file is checked. */
export type Remedy = 'cents' | 'one-in-stock';

/** Says what the columns of a file are, and which corrections a person has chosen. */
interface ChosenFields {
  /** True if the format of the file has a key of its own. */
  hasKey?: boolean;
  fields: readonly (string | null)[];
  remedies?: readonly Remedy[];
}

export const remedies: readonly Remedy[] = ['cents', 'one-in-stock'];

/** Says what a remedy does, for its box on the form of the columns. */
export const remedyTexts: Readonly<Record<Remedy, string>> = {
  cents: 'Amounts are in cents',
  'one-in-stock': 'New parts without a quantity, or with 0, have 1 in stock',
};

/** Something that looks wrong, and what a click does about it. */
export interface Finding {
  text: string;
  remedy?: { label: string; name: Remedy };
}

/** Files with fewer lines say little. */
const ENOUGH_LINES = 5;

/** Lists what looks wrong in a checked file, the costliest first. */
export function describeFindings(
  { fields, remedies: used = [], hasKey = false }: ChosenFields,
  counts: CheckCounts | null,
): Finding[] {
  const found: Finding[] = [];
  const format = (count: number) => count.toLocaleString('en-US');
  const oneInStock: Finding['remedy'] = { label: 'Give each new part 1 in stock', name: 'one-in-stock' };
  if (counts && counts.repriced > 0 && counts.timesHundred >= counts.repriced / 2) {
    found.push({
      text: `${format(counts.timesHundred)} of ${format(counts.repriced)} changed prices are about 100 times the old ones.`,
      remedy: { label: 'Read prices as cents', name: 'cents' },
    });
  }
  if (!fields.includes('price')) {
    found.push({
      text: "No column is the price. New parts will have none and can't be bought, and others keep theirs.",
    });
  } else if (counts && counts.unpriced > 0) {
    found.push({
      text: `${format(counts.unpriced)} of ${format(counts.added)} new parts have no price and can't be bought.`,
    });
  }
  if (!fields.includes('stock_quantity')) {
    if (!used.includes('one-in-stock'))
      found.push({
        text: 'No column is the stock quantity. New parts will be out of stock, and others keep what they have.',
        remedy: oneInStock,
      });
  } else if (counts && counts.added >= ENOUGH_LINES && counts.outOfStock === counts.added) {
    found.push({ text: `All ${format(counts.added)} new parts are out of stock.`, remedy: oneInStock });
  }
  if (!hasKey && !fields.some((field) => field !== null && numbers.has(field))) {
    found.push({
      text: 'No column is a number of the part. When this file comes again with another price, its parts are added again.',
    });
  }
  const { commonName, planned = 0 } = counts ?? {};
  if (commonName && planned >= ENOUGH_LINES && commonName.lines > planned / 2) {
    found.push({
      text: `${format(commonName.lines)} of ${format(planned)} lines have the name ${commonName.name}. Is another column the part name?`,
    });
  }
  return found;
}

const numbers: ReadonlySet<string> = new Set(['id', 'stock_number', 'donor_stock_number', 'oem_number']);

/** Gives a new part that has none in stock one, if a person has chosen so. */
export function correctNewPart<Values extends Record<string, unknown>>(
  values: Values,
  { remedies: used = [] }: Pick<ChosenFields, 'remedies'>,
): Values {
  const isCorrected = used.includes('one-in-stock') && !Number(values['stock_quantity'] ?? 0);
  return isCorrected ? { ...values, stock_quantity: 1 } : values;
}
