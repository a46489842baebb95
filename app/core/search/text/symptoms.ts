import type { QueryPiece } from './interpret-query.ts';
import type { SearchCatalog } from './search-catalog.ts';
import { phraseOf, synonymsByPhrase } from './synonym-index.ts';
import { wordForms, wordKey } from './word-forms.ts';

/**
 * Lists what people say is wrong, and the parts that are often checked for it: 'words, words => part, part'. Words are
 * beginnings of words that a text has in any order. The first line that a text has counts, so the special ones come before the
 * general ones.
 *
 * Sources of some causes: foxrunauto.com/blog/listen-to-your-car,
 * autoselectrepair.com (five sounds that indicate car trouble), dynastyautobody.com/tag/car-heater,
 * obdcodelist.com/common-causes-of-p0420. The others are general knowledge.
 */
export const symptomLines: readonly string[] = [
  // Brakes
  'squeak brak, squeal brak, screech brak, noise brak, brak nois => brake pads, brake rotor, brake caliper',
  'grind brak, scrap brak => brake pads, brake rotor, brake caliper',
  'shak brak, vibrat brak, puls brak, shudder brak, wobbl brak => brake rotor, brake pads, brake caliper',
  'brak pull, pulls when brak => brake caliper, brake pads',
  'brak soft, brak spongy, brak mushy, pedal soft, pedal spongy, pedal floor => brake master cylinder, brake caliper',
  'abs light, c0035, c0040 => wheel hub assembly, abs module',
  // Steering and suspension
  'hard steer, stiff steer, heavy steer, hard to turn, whin turn, whin steer => power steering pump, power steering rack',
  'steer wander, steer loose, steer play, loose steer => tie rod end, rack and pinion, ball joint',
  'airbag light, air bag light, srs light => clock spring, airbag',
  'clunk bump, nois bump, clunk suspens, knock bump, rattl bump => sway bar link, strut assembly, control arm',
  'bounc => shock absorber, strut assembly',
  'hum speed, hum whee, wheel nois, roar speed, bearing nois, hum driv => wheel bearing, wheel hub assembly',
  'click turn, pop turn, clunk turn => cv axle, ball joint',
  'shak highway, vibrat highway, wobbl highway, shak steer, vibrat speed, shak speed => wheel, tie rod end, wheel hub assembly',
  // Cooling, heating and air conditioning
  'overheat, runs hot, running hot, temp high, engine hot => thermostat, water pump, radiator',
  'leak coolant, losing coolant, loses coolant, coolant leak, leak antifreeze => radiator, water pump, coolant reservoir',
  'heat cold, no heat, heat not work, heat blow cold => thermostat, heater core, blower motor',
  'sweet smell, foggy windsh => heater core',
  'ac not cold, ac warm, ac hot, ac blow warm, ac blow hot, ac not work, no ac => ac compressor, ac condenser, blower motor',
  'fan not work, fan only high, fan one speed => blower motor, blower motor resistor',
  // Starting and charging
  'crank no start, cranks but, crank wont start, crank not start => fuel pump, ignition coil, crankshaft position sensor',
  'click start, start click, wont start click, just click => battery, starter motor, alternator',
  'wont crank, no crank, not crank, doesnt crank => battery, starter motor, ignition switch',
  'wont start, not start, doesnt start, no start => battery, starter motor, alternator',
  'battery light, batt light, batt die, battery die, battery dead, not charg, battery drain, keeps dying => alternator, battery',
  // Engine
  'misfir, p0300, p0301, p0302, p0303, p0304, p0305, p0306, p0307, p0308 => spark plug, ignition coil, fuel injector',
  'rough idl, idl rough, runs rough, running rough => spark plug, ignition coil, throttle body',
  'stall => throttle body, crankshaft position sensor',
  'squeal engine, squeal belt, belt squeal, belt squeak, squeal start => serpentine belt, belt tensioner, alternator',
  'leak oil, oil leak => valve cover, oil pan',
  'blue smok, burn oil, burning oil => valve cover, engine',
  'white smok => cylinder head, head gasket',
  'tick engine, engine tick, knock engine, engine knock => engine, oil pan',
  'loud exhaust, exhaust loud, exhaust leak, muffler loud => muffler, exhaust manifold',
  'rotten egg => oxygen sensor, exhaust manifold',
  'gas smell, fuel smell, smells like gas, smell gas, leak gas, leaking gas, gas leak, fuel leak => fuel tank, fuel injector, fuel pump',
  // Transmission
  'slip transm, transm slip, slip gear, trans slip, jerk shift, hard shift, wont shift, not shift, slip shift => transmission, transmission solenoid, transmission mount',
  'clutch slip, slip clutch, wont go into gear => clutch kit',
  // Windows and lights
  'window stuck, window not go, window wont, window fell, window off track => window regulator, window motor',
  'hyper flash, blinks fast, blink fast => tail light, turn signal',
  // Codes. A converter is checked last, so it is not named.
  'p0420, p0430 => exhaust manifold, oxygen sensor',
  'p0171, p0174, runs lean => oxygen sensor, fuel injector, maf sensor',
  'p0087, p0088, p0190 => fuel pump, high pressure fuel pump',
  'p0440, p0441, p0442, p0446, p0455, p0456, p0457 => gas cap, fuel tank',
  'p0128 => thermostat',
  'p0335, p0336 => crankshaft position sensor',
  'p0340, p0341 => camshaft position sensor',
  'p0401, p0402 => egr valve',
  'p0101, p0102, p0103 => maf sensor, air filter',
  'p0130, p0131, p0133, p0135, p0136, p0137, p0138, p0141, p0151, p0154, p0161 => oxygen sensor, exhaust manifold',
  'p0113, p0112 => air filter, maf sensor',
  'p0562, p0563, p0620 => alternator, battery',
  'p0700, p0750, p0755, p0730 => transmission solenoid, transmission',
  'p0740, p0741 => torque converter clutch solenoid, torque converter',
  'p2101, p2135, p0121, p0507, p0505 => throttle body',
];

const MAX_PARTS = 3;

/** Who repairs these alone may be hurt: brakes, steering, airbags and fuel. */
const dangerous = /brake|\babs\b|steering|rack|tie rod|ball joint|airbag|clock spring|fuel|gas cap/;

/** The parts that are often checked for a symptom, for the vehicle of the text. */
export interface Checked {
  parts: readonly { name: string; text: string }[];
  /** True if the symptom concerns brakes, steering, airbags or fuel. */
  mustInspect: boolean;
}

const symptoms = symptomLines.map((line) => {
  const [typed = '', parts = ''] = line.split(' => ');
  return {
    signs: typed.split(', ').map((sign) => sign.split(' ')),
    parts: parts.split(', '),
    mustInspect: dangerous.test(parts),
  };
});

/** Kinds of pieces that name a vehicle. */
const ofVehicle = new Set<QueryPiece['kind']>(['year', 'make', 'model', 'generation', 'engine']);

/** Reads a symptom. Null if a text has none, or if the catalog has none of the parts. */
export function readSymptom(pieces: readonly QueryPiece[], catalog: SearchCatalog): Checked | null {
  const words = pieces.flatMap(({ text }) => text.split(/[\s"]+/).map(wordKey)).filter(Boolean);
  const vehicle = pieces.filter(({ kind }) => ofVehicle.has(kind)).map(({ text }) => text);
  const found = symptoms.find(({ signs }) =>
    signs.some((sign) => sign.every((stem) => words.some((word) => word.startsWith(stem)))),
  );
  const parts = (found?.parts ?? []).filter((part) => isSold(part, catalog)).slice(0, MAX_PARTS);
  if (!found || parts.length === 0) return null;
  return {
    parts: parts.map((name) => ({ name, text: [...vehicle, name].join(' ') })),
    mustInspect: found.mustInspect,
  };
}

function isSold(part: string, { nameWords }: SearchCatalog): boolean {
  const phrase = phraseOf(part.split(' '));
  return [phrase, ...(synonymsByPhrase.get(phrase) ?? [])].some((other) =>
    other.split(' ').every((word) => wordForms(word).some((form) => nameWords.has(form))),
  );
}
