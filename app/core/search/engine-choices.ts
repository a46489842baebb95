import { NO_ENGINE } from '#core/catalog/catalog-query.ts';

const ENGINE =
  /^(?=[\dVW])(?:(?<liters>\d{1,2}\.\dL)(?: |$))?(?:(?<cylinders>[VW]\d{1,2}|\d{1,2}-cylinder)(?: |$))?(?<fuel>diesel|hybrid)?$|^(?:Diesel|Hybrid|Electric)$/;

/** Tells whether a text is a choice of the filter by engine: one as search_parts.engines has it, or NO_ENGINE. */
export function isEngineChoice(text: string): boolean {
  return text === NO_ENGINE || (ENGINE.test(text) && !text.endsWith(' '));
}

/**
 * Lists the engines that parts for an engine may name, itself first: '5.7L V8', '5.7L 8-cylinder', '5.7L', 'V8' and
 * '8-cylinder'. Who does not name a fuel means gasoline.
 */
export function engineNames(engine: string): string[] {
  const { liters, cylinders = '', fuel } = ENGINE.exec(engine)?.groups ?? {};
  const layouts = [cylinders, cylinders.replace(/^[VW](\d+)$/, '$1-cylinder'), ''];
  const less = [liters, undefined].flatMap((size) =>
    layouts.map((layout) => [size, layout, fuel].filter(Boolean).join(' ')),
  );
  const names = less.map((name) => (name === fuel ? name.slice(0, 1).toUpperCase() + name.slice(1) : name));
  return [...new Set([engine, ...names])].filter(Boolean);
}

/** The engines that parts name together, with the number of these parts. */
export interface NamedEngines {
  engines: readonly string[];
  parts: number;
}

/**
 * Counts the parts for each engine. An engine that others name more precisely is no choice of its own.
 * @param mayLack tells whether a part that names no engine is for all of them. Otherwise NO_ENGINE is a choice.
 */
export function countEngines(
  named: readonly NamedEngines[],
  { chosen, mayLack }: { chosen: readonly string[]; mayLack: boolean },
): { value: string; parts: number }[] {
  const all = new Set(named.flatMap(({ engines }) => engines));
  const covered = new Set([...all].flatMap((engine) => engineNames(engine).slice(1)));
  const choices = [...new Set([...all, ...chosen])].filter(
    (engine) => chosen.includes(engine) || !covered.has(engine),
  );
  const count = (isCounted: (engines: readonly string[]) => boolean) =>
    named.reduce((sum, { engines, parts }) => (isCounted(engines) ? sum + parts : sum), 0);
  const counted = choices.map((value) => {
    const names = engineNames(value);
    return {
      value,
      parts: count((engines) =>
        engines.length === 0
          ? mayLack || value === NO_ENGINE
          : engines.some((engine) => names.includes(engine)),
      ),
    };
  });
  const lacking = count((engines) => engines.length === 0);
  return mayLack || lacking === 0 || all.size === 0 || chosen.includes(NO_ENGINE)
    ? counted
    : [...counted, { value: NO_ENGINE, parts: lacking }];
}
