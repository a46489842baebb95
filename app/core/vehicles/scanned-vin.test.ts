import { expect, test } from 'vitest';
import { findScannedVin } from './scanned-vin.ts';

const VIN = '2HGFA1F59AH301234';

test.each([
  ['the VIN', VIN],
  ['an I for an imported car', `I${VIN}`],
  ['spaces', ` I 2HGFA1 F5 9AH 301234 `],
  ['small letters', VIN.toLowerCase()],
  ['more data', `${VIN},CIVIC;NH-731P`],
  ['an address', `https://label.example/?vin=${VIN}`],
])('a code with %s', (_, text) => expect(findScannedVin(text)).toBe(VIN));

test.each(['', 'A-7', VIN.slice(1), `${VIN}8`, `X${VIN}`, VIN.replace('1', 'I')])(
  'a code without a VIN: %s',
  (text) => expect(findScannedVin(text)).toBeUndefined(),
);
