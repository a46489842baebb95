/** An engine by a text such as '1.8L I4', 'V6' or 'Electric'. Null means that the text does not say it. */
interface Engine {
  liters: string | null;
  cylinders: number | null;
  isElectric: boolean;
}

function readEngine(text: string): Engine {
  const [, cylinders] = /\b(?:VR|[IVHWL])-?(\d{1,2})\b/i.exec(text) ?? /\b(\d{1,2})[ -]cyl/i.exec(text) ?? [];
  return {
    liters: /(?<![\d.])(\d{1,2}\.\d)\d*\s*L\b/i.exec(text)?.[1] ?? null,
    cylinders: cylinders === undefined ? null : Number(cylinders),
    isElectric: /\belectric\b/i.test(text),
  };
}

/** Returns the engine at the end of a garage vehicle's details (describeDetails). Empty if its VIN does not tell it. */
export function engineOf({ details }: { details: string }): string {
  const last = details.split(', ').at(-1) ?? '';
  const { liters, cylinders, isElectric } = readEngine(last);
  return liters !== null || cylinders !== null || isElectric ? last : '';
}

/**
 * Tells whether two texts name different engines, by their liters, cylinders, or one that is electric. A missing value matches
 * anything.
 */
export function areDifferentEngines(one: string, other: string): boolean {
  const [first, second] = [readEngine(one), readEngine(other)];
  if (first.isElectric !== second.isElectric) {
    const burning = first.isElectric ? second : first;
    return burning.liters !== null || burning.cylinders !== null;
  }
  return isOther(first.liters, second.liters) || isOther(first.cylinders, second.cylinders);
}

function isOther<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other;
}
