import type { PartField } from './part-field.ts';
import { shippingClassNames } from './shipping-class.ts';

const measure = {
  kind: 'decimal',
  below: 10_000,
  decimals: 1,
  fact: false,
  list: null,
  isSearched: false,
  imported: false,
  audited: false,
  input: { group: 'shipping' },
} as const;

const weight = { below: 100_000, decimals: 2, list: 'card' } as const;

/** These fields decide the cost of sending a part (docs/tax-and-shipping.md). They are in form order. */
export const shippingFields = {
  /** Null means the kind's value, here and below (settings/shipping-settings.ts). */
  shipping_class: {
    label: 'Shipping',
    kind: 'choice',
    choices: shippingClassNames,
    none: 'Same as its category',
    property: 'shippingClass',
    fact: false,
    list: 'card',
    isSearched: false,
    imported: false,
    audited: true,
    input: { group: 'shipping' },
  },
  /** Weight and sizes include the box. */
  weight_pounds: { label: 'Weight (lb)', property: 'weightPounds', ...measure, ...weight },
  length_in: { label: 'Length (in)', property: 'lengthIn', ...measure },
  width_in: { label: 'Width (in)', property: 'widthIn', ...measure },
  height_in: { label: 'Height (in)', property: 'heightIn', ...measure },
  /** Charged per unit (settings/core-settings.ts). 0 means no charge. */
  core_charge: {
    label: 'Core Charge',
    kind: 'dollars',
    keepsZero: true,
    property: 'coreChargeCents',
    fact: false,
    list: 'card',
    isSearched: false,
    imported: false,
    audited: true,
    input: { group: 'shipping', hint: "Leave empty to use its category's. 0: none" },
  },
} as const satisfies Record<string, PartField>;
