import { childOf, listOf, textOf, type XmlElement } from './xml-elements.ts';
import type { LeftOut } from './left-out.ts';

/** Pounds in a unit. PG and GT are X12's gross pounds and kilograms. */
const pounds: Readonly<Record<string, number>> = {
  PG: 1,
  LB: 1,
  PN: 1,
  OZ: 1 / 16,
  GT: 2.204_622_621_8,
  KG: 2.204_622_621_8,
  '58': 2.204_622_621_8,
  GR: 0.002_204_622_621_8,
};

/** Inches in a unit. */
const inches: Readonly<Record<string, number>> = {
  IN: 1,
  FT: 12,
  CM: 1 / 2.54,
  MM: 1 / 25.4,
  MR: 1 / 0.0254,
};

export interface Measures {
  weight_pounds: string;
  length_in: string;
  width_in: string;
  height_in: string;
}

/**
 * Reads weight and size of the package in which one unit is sent: one of each ('EA') first, then any other package of one unit. The
 * sizes for shipping count before those for the shelf. Packages of several units are left out.
 */
export function readMeasures(item: XmlElement, leftOut: LeftOut): Measures {
  const packages = listOf(item, 'Packages', 'Package').filter(
    ({ attributes }) => attributes['MaintenanceType'] !== 'D',
  );
  const single = packages.filter((each) => Number(textOf(each, 'QuantityofEaches') || 1) === 1);
  const found = single.find((each) => textOf(each, 'PackageUOM') === 'EA') ?? single[0];
  leftOut.add('Packages of several units, and further packages', packages.length - (found ? 1 : 0));
  leftOut.add(
    'Hazardous material details',
    packages.filter((each) => childOf(each, 'HazardousMaterial')).length,
  );
  const sizes = childOf(found, 'Dimensions');
  const size = (side: string) =>
    convert(textOf(sizes, `Shipping${side}`) || textOf(sizes, `Merchandising${side}`), sizes, inches, 1);
  const weights = childOf(found, 'Weights');
  const measures = {
    weight_pounds: convert(textOf(weights, 'Weight'), weights, pounds, 2),
    length_in: size('Length'),
    width_in: size('Width'),
    height_in: size('Height'),
  };
  leftOut.add('Weights in unknown units', Number(weights !== undefined && measures.weight_pounds === ''));
  leftOut.add('Sizes in unknown units', Number(sizes !== undefined && measures.length_in === ''));
  return measures;
}

function convert(
  text: string,
  measured: XmlElement | undefined,
  units: Readonly<Record<string, number>>,
  decimals: number,
): string {
  const unit = (measured?.attributes['UOM'] ?? '').trim().toUpperCase();
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined || !/^\d{1,8}(\.\d+)?$|^\.\d+$/.test(text)) return '';
  // Rounded up, so that a light part has a weight and a box fits its part.
  const scale = 10 ** decimals;
  return String(Math.ceil(Number((Number(text) * factor * scale).toFixed(6))) / scale);
}
