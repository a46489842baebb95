import { defaultSettings, type Settings } from './settings.ts';
import { isSame } from './settings-changes.ts';

interface SetupItem {
  id: string;
  label: string;
  topic: string;
  /** Undefined means all fields of the topic. */
  field?: string;
}

/** Lists what an owner sets before the shop opens. */
const setupItems: readonly SetupItem[] = [
  { id: 'name', label: 'Name', topic: 'business', field: 'name' },
  { id: 'blurb', label: 'Description', topic: 'business', field: 'blurb' },
  { id: 'city', label: 'City', topic: 'business', field: 'city' },
  { id: 'phone', label: 'Phone number', topic: 'business', field: 'phone' },
  { id: 'email', label: 'Email address', topic: 'business', field: 'email' },
  { id: 'address', label: 'Address', topic: 'business', field: 'locations' },
  { id: 'hours', label: 'Opening hours', topic: 'business', field: 'hours' },
  { id: 'story', label: 'Our Story', topic: 'business', field: 'story' },
  { id: 'stats', label: 'About figures', topic: 'business', field: 'stats' },
  { id: 'tax', label: 'Sales tax', topic: 'tax' },
  { id: 'shipping', label: 'Shipping', topic: 'shipping' },
  { id: 'returns', label: 'Returns', topic: 'business', field: 'returns' },
  { id: 'mail', label: 'Email sender', topic: 'mail' },
  { id: 'legal', label: 'Legal pages', topic: 'legal' },
];

export interface SetupStep {
  id: string;
  label: string;
  topic: string;
  field: string | undefined;
  done: boolean;
}

/** Lists the steps. A step is done when its value is neither the default nor empty, or the owner has confirmed it. */
export function listSetupSteps(settings: Settings, hasLegalTexts: boolean): SetupStep[] {
  const { confirmed } = settings.setup;
  return setupItems.map(({ id, label, topic, field }) => ({
    id,
    label,
    topic,
    field,
    done: confirmed.includes(id) || (topic === 'legal' ? hasLegalTexts : hasChanges(settings, topic, field)),
  }));
}

function hasChanges(settings: Settings, topic: string, field: string | undefined): boolean {
  const [current = {}, defaults = {}] = [settings, defaultSettings].map(
    (all) => (all as unknown as Record<string, Record<string, unknown> | undefined>)[topic],
  );
  if (field === undefined) return !isSame(current, defaults);
  const value = current[field];
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return !isEmpty && !isSame(value, defaults[field]);
}

/** Finds the step that a field belongs to. Returns undefined if it belongs to none. */
export function findSetupItem(topic: string, field: string): SetupItem | undefined {
  return setupItems.find(
    (item) => item.topic === topic && (item.field === undefined || item.field === field),
  );
}

/** Counts the steps that are left. Returns 0 after the owner dismissed the list. */
export function countSetupSteps(settings: Settings, hasLegalTexts: boolean): number {
  if (settings.setup.dismissed) return 0;
  return listSetupSteps(settings, hasLegalTexts).filter(({ done }) => !done).length;
}
