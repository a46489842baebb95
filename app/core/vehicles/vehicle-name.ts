interface NamedVehicle {
  make: string | null;
  model: string | null;
  year: number | null;
}

/** Formats a part's vehicle: '2015 Honda Civic'. Empty if the vehicle is unknown. */
export function vehicleName({ make, model, year }: NamedVehicle): string {
  return [year, make, model].filter(Boolean).join(' ');
}
