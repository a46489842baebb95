/** Action on a car -> beginning of the message when it fails. */
export const vehicleFailures = {
  'look-up': 'Error looking up the VIN',
  save: 'Error saving the car',
  pieces: 'Error saving the included parts',
  check: 'Error noting it',
  'take-back-check': 'Error taking it back',
  'add-cost': 'Error adding the cost',
  'remove-cost': 'Error removing the cost',
} as const;
