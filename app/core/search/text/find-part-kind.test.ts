import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindKey } from '#core/catalog/part-kind.ts';
import { type KindWords, readKinds } from './find-part-kind.ts';

/** The kinds that a new shop has. */
const shopKinds = readMigration();

function readMigration(): KindWords[] {
  const file = readdirSync('db/migrations').find((name) => name.endsWith('_part_kinds.sql'));
  const sql = readFileSync(`db/migrations/${file}`, 'utf8');
  return [...sql.matchAll(/^ {2}\('([^']+)', '([^']*)', (?:true|false), '[^']*'\)/gm)].map(
    ([, name = '', words = '']) => ({ key: kindKey(name), name, words: words.split(', ').filter(Boolean) }),
  );
}

const find = readKinds(shopKinds);

function describeKind(name: string): string {
  const { kind, places } = find(name);
  return [kind ?? 'none', ...places].join(' ');
}

test('a new shop has kinds with keys of their own', () => {
  expect(shopKinds.length).toBeGreaterThan(120);
  expect(new Set(shopKinds.map(({ key }) => key)).size).toBe(shopKinds.length);
});

test.each([
  // As shops write them
  ['Front Brake Pads', 'brake-pads front'],
  ['Ceramic Brake Pads', 'brake-pads'],
  ['Brake Pads (Front)', 'brake-pads front'],
  ['Disc Brake Pads', 'brake-pads'],
  ['Rear Driver Side Brake Caliper with Bracket', 'brake-calipers rear left'],
  ['Front Bumper Cover with Fog Light Holes', 'bumper-covers front'],
  ['A/C Compressor with Clutch', 'ac-compressors'],
  ['Engine Wiring Harness', 'wiring-harnesses'],
  ['Radiator Cooling Fan Motor', 'radiator-fans'],
  ['Timing Chain Kit with Water Pump', 'timing-chain-kits'],
  ['Outer Tie Rod End', 'tie-rod-ends outer'],
  ['Upper Radiator Hose', 'radiator-hoses upper'],
  ['Distributor Cap and Rotor Kit', 'distributors'],
  ['Torque Converter Clutch Solenoid', 'transmission-solenoids'],
  ['3rd Brake Light', 'third-brake-lights'],
  ['Wheel Speed Sensor Rear Left', 'wheel-speed-sensors rear left'],
  // As yards write them
  ['Brake Pad Set, Front', 'brake-pads front'],
  ['FRT BRK PADS', 'brake-pads front'],
  ['Headlamp Assembly LH', 'headlights left'],
  ['Headlamp Assembly, Right, Xenon', 'headlights right'],
  ['Lamp Assembly, Head', 'headlights'],
  ['Tail Lamp, RH, quarter mounted', 'tail-lights right'],
  ['TAIL LIGHT DRIVER', 'tail-lights left'],
  ['Bumper Cover, Front, w/o fog lamps', 'bumper-covers front'],
  ['Door Assembly, Front, Left', 'doors front left'],
  ['LF Door', 'doors front left'],
  ['RR Door Glass', 'door-glass rear right'],
  ['Door Mirror RH power heated', 'mirrors right'],
  ['Mirror, Interior', 'interior-mirrors'],
  ['ENGINE ASSY 5.3L VIN 3', 'engines'],
  ['ALT 130 AMP', 'alternators'],
  ['STRTR MTR', 'starters'],
  ['Transmission, Automatic, 6 Speed', 'transmissions'],
  ['Axle Assembly, Rear, 3.73 ratio', 'axle-assemblies rear'],
  ['Axle Shaft LF', 'cv-axles front left'],
  ['Rad Fan Assy', 'radiator-fans'],
  ['Blwr Mtr', 'blower-motors'],
  ['Window Motor LF', 'window-regulators front left'],
  ['Window Regulator, RR, power', 'window-regulators rear right'],
  ['Wiper Motor, Windshield', 'wiper-motors'],
  ['Fuel Pump w/ sending unit', 'fuel-pumps'],
  ['ECM', 'engine-control-modules'],
  ['Anti-Lock Brake Module', 'abs-modules'],
  ['Steering Gear/Rack', 'steering-racks'],
  ['Power Strg Pump', 'power-steering-pumps'],
  ['Spindle/Knuckle, Front LH', 'steering-knuckles front left'],
  ['Lower Control Arm RF', 'control-arms front right lower'],
  ['LCA', 'control-arms'],
  ['Wheel 16x7 Alloy', 'wheels'],
  ['Hub Assembly Front', 'wheel-hubs front'],
  ['Seat, Front, Driver', 'seats front left'],
  ['Air Bag, Driver, Wheel', 'airbags left'],
  ['Speedometer Cluster', 'instrument-clusters'],
  ['Decklid', 'trunk-lids'],
  ['Quarter Glass LR', 'quarter-glass rear left'],
  ['Intake Manifold, lower', 'intake-manifolds lower'],
  ['Cylinder Head RH', 'cylinder-heads right'],
  ['AM/FM Stereo', 'radios'],
  // As people write them
  ['Break Pads Rear', 'brake-pads rear'],
  ['Rim', 'wheels'],
  ['Gas Tank', 'fuel-tanks'],
  ['Cat Converter', 'catalytic-converters'],
  ['Side View Mirror L', 'mirrors left'],
  ['Shocks', 'shock-absorbers'],
  ['Back Seat', 'seats rear'],
  ['Coil Pack', 'ignition-coils'],
  ['Pastillas de freno delanteras', 'brake-pads front'],
  ['Faro delantero izquierdo', 'headlights front left'],
  ['Radiador', 'radiators'],
])('%s', (name, expected) => {
  expect(describeKind(name)).toBe(expected);
});

test.each([
  'Headlight Bracket',
  'Door Handle Screw',
  'Engine Mount Bolt',
  'Valve Cover Gasket',
  'Radiator Cap',
  'Fuel Pump Relay',
  'Oil Pan Drain Plug',
  'Battery Cable',
  'Brake Light Switch',
  'Fog Light Switch',
  'Motor',
  'Sensor',
  'Frobnicator',
  '',
  '()',
  ', , /',
  '…',
])('of no known kind: %s', (name) => {
  expect(find(name).kind).toBeNull();
});

test("the owner's words count, and before what the search means by them", () => {
  const kinds = [
    { key: 'pads', name: 'Pads', words: ['stoppers', 'Frobnicator Assy'] },
    { key: 'mirrors', name: 'Mirrors', words: [] },
    { key: 'towing', name: 'Towing mirrors', words: ['side mirror'] },
  ];
  const own = readKinds(kinds);
  expect(own('Stopper, front')).toEqual({ kind: 'pads', places: ['front'] });
  expect(own('Frobnicator')).toEqual({ kind: 'pads', places: [] });
  expect(own('Side Mirror LH')).toEqual({ kind: 'towing', places: ['left'] });
  expect(own('Door Mirror LH')).toEqual({ kind: 'mirrors', places: ['left'] });
  expect(readKinds([])('Brake Pads')).toEqual({ kind: null, places: [] });
});

test('a long name is read in no time', () => {
  const startedAt = performance.now();
  find('front brake pad, '.repeat(2000));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
