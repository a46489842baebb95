import { defaultSettings, type Settings } from './settings.ts';
import { isSame } from './settings-changes.ts';

interface SetupItem {
  id: string;
  label: string;
  topic: string;
  /** Without any, all fields of the topic. */
  fields?: readonly string[];
}

/** What an owner sets before the shop opens. */
const setupItems: readonly SetupItem[] = [
  { id: 'name', label: 'Name', topic: 'business', fields: ['name'] },
  { id: 'phone', label: 'Phone number', topic: 'business', fields: ['phone'] },
  { id: 'email', label: 'Email address', topic: 'business', fields: ['email'] },
  { id: 'address', label: 'Address', topic: 'business', fields: ['locations'] },
  { id: 'hours', label: 'Opening hours', topic: 'business', fields: ['hours'] },
  { id: 'tax', label: 'Sales tax', topic: 'tax' },
  { id: 'shipping', label: 'Shipping', topic: 'shipping' },
  { id: 'returns', label: 'Returns', topic: 'business', fields: ['returns'] },
  { id: 'mail', label: 'Mail sender', topic: 'mail' },
  { id: 'legal', label: 'Legal pages', topic: 'legal' },
];

export interface SetupStep {
  id: string;
  label: string;
  topic: string;
  done: boolean;
}

/** A step is done when its value differs from the default, or the owner has confirmed the default. */
export function listSetupSteps(settings: Settings): SetupStep[] {
  const { confirmed } = settings.setup;
  return setupItems.map(({ id, label, topic, fields }) => ({
    id,
    label,
    topic,
    done: confirmed.includes(id) || hasChanges(settings, topic, fields),
  }));
}

function hasChanges(settings: Settings, topic: string, fields: readonly string[] | undefined): boolean {
  const [current = {}, defaults = {}] = [settings, defaultSettings].map(
    (all) => (all as unknown as Record<string, Record<string, unknown> | undefined>)[topic],
  );
  return (fields ?? Object.keys(current)).some((field) => !isSame(current[field], defaults[field]));
}

/** How many steps are left. 0 after the owner dismissed the list. */
export function countSetupSteps(settings: Settings): number {
  return settings.setup.dismissed ? 0 : listSetupSteps(settings).filter(({ done }) => !done).length;
}
