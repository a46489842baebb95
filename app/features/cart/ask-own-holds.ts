/** Asks what this visitor's open payments hold. What asks is fetched then: few visitors have any. */
export function askOwnHolds(): void {
  void import('./watch-own-holds.ts').then((module) => module.watchOwnHolds(), console.warn);
}
