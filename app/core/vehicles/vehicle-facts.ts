/** Choices for facts that neither a VIN nor make, model and year tell. */
export const factChoices = {
  transmission: ['Automatic', 'Manual', 'CVT'],
  drive: ['Front-wheel drive', 'Rear-wheel drive', 'All-wheel drive', '4x4'],
} as const;

/** The shopper's facts about a vehicle. '' or undefined means not said. They are not used for fitment. */
export interface VehicleFacts {
  transmission?: (typeof factChoices.transmission)[number] | '';
  drive?: (typeof factChoices.drive)[number] | '';
  /** Example: 3.73. */
  axleRatio?: string;
}

type Fact = keyof VehicleFacts;

/** Reads facts from the browser's storage or from a request. Drops invalid ones. */
export function parseVehicleFacts({ transmission, drive, axleRatio }: Record<string, unknown>): VehicleFacts {
  const knownTransmission = factChoices.transmission.find((choice) => choice === transmission);
  const knownDrive = factChoices.drive.find((choice) => choice === drive);
  const ratio = typeof axleRatio === 'string' ? parseAxleRatio(axleRatio) : undefined;
  return {
    ...(knownTransmission && { transmission: knownTransmission }),
    ...(knownDrive && { drive: knownDrive }),
    ...(ratio && { axleRatio: ratio }),
  };
}

/** Examples: 3.73, 4.1, 3.73:1. Returns undefined for other texts. */
export function parseAxleRatio(text: string): string | undefined {
  const [, ratio] = text.trim().match(/^([2-9]\.\d{1,2})(?: ?: ?1)?$/) ?? [];
  return ratio;
}

/** Example: 'Automatic transmission, 4x4, axle ratio 3.73'. Empty if nothing is said. */
export function describeVehicleFacts(
  { transmission, drive, axleRatio }: VehicleFacts,
  wanted: readonly Fact[] = ['transmission', 'drive', 'axleRatio'],
): string {
  const texts = {
    transmission: transmission && (transmission === 'CVT' ? 'CVT' : `${transmission} transmission`),
    drive,
    axleRatio: axleRatio && `axle ratio ${axleRatio}`,
  };
  return wanted.flatMap((fact) => texts[fact] || []).join(', ');
}

/** Kinds of parts that depend on facts. */
const dependent: readonly [RegExp, readonly Fact[]][] = [
  [/transmission|transaxle|torque converter|flywheel|flexplate|clutch|shift/i, ['transmission', 'drive']],
  [/transfer case|drive ?shaft|cv axle|axle shaft/i, ['transmission', 'drive']],
  [/differential|ring and pinion|axle assembly/i, ['drive', 'axleRatio']],
];

const factNames: Record<Fact, string> = {
  transmission: 'transmission',
  drive: 'drive',
  axleRatio: 'axle ratio',
};

/** Returns the facts that a part of this name depends on, besides make, model and year. */
export function factsThatMatter(partName: string): readonly Fact[] {
  return dependent.find(([names]) => names.test(partName))?.[1] ?? [];
}

/** Says what to compare before ordering a part. Returns undefined for parts that depend on nothing else. */
export function describeComparison(
  partName: string,
  vehicle: VehicleFacts & { model: string },
): string | undefined {
  const matter = factsThatMatter(partName);
  if (matter.length === 0) return undefined;
  const said = describeVehicleFacts(vehicle, matter);
  const missing = matter.filter((fact) => !vehicle[fact]).map((fact) => factNames[fact]);
  const known = said && `Your ${vehicle.model}: ${said}. Compare it with this part.`;
  const open =
    missing.length > 0 && `It depends on the ${missing.join(' and the ')}: compare the tag on your car.`;
  return [known, open].filter(Boolean).join(' ');
}
