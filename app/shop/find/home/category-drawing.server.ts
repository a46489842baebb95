/** Id of a drawing in drawings.svg -> words in names of categories. The first match wins. */
const words = {
  brakes: /\bbrak/,
  lighting: /\b(light|lamp|bulb)/,
  air: /\b(air condition|a\/c|hvac|climate|heat)/,
  filters: /\bfilter/,
  cooling: /\b(cool|radiator)/,
  fuel: /\b(fuel|gas)/,
  exhaust: /\b(exhaust|emission|muffler)/,
  ignition: /\b(ignition|spark)/,
  electrical: /\b(electr|batter|wiring|sensor|audio|starting|charging)/,
  transmission: /\b(transmission|clutch|gearbox)/,
  drivetrain: /\b(drive|axle|differential)/,
  suspension: /\b(suspension|shock|strut|spring)/,
  steering: /\bsteering/,
  wheels: /\b(wheel|tire|rim|hub)/,
  interior: /\b(interior|seat|dash|trim)/,
  glass: /\b(glass|window|windshield|mirror)/,
  body: /\b(body|exterior|bumper|door|fender|hood)/,
  engine: /\b(engine|motor|belt|gasket)/,
};

export type CategoryDrawing = keyof typeof words | 'part';

/** Finds the drawing for a category, whose name the owner chooses. Unknown categories get a nut. */
export function findCategoryDrawing(category: string): CategoryDrawing {
  const name = category.toLowerCase();
  const found = Object.entries(words).find(([, pattern]) => pattern.test(name));
  return found ? (found[0] as CategoryDrawing) : 'part';
}
