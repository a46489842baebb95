/** Returns the value of a key that comes from outside. Keys such as 'constructor' have none, unless the object itself has it. */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
