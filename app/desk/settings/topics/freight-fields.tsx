import { usStateOptions } from '#core/addresses/destination.ts';
import type { FreightZone } from '#core/pricing/pricing-terms.ts';
import { Button } from '#kit/button.tsx';
import { ListSetting } from './list-setting.tsx';
import { DollarsSetting } from './number-settings.tsx';
import { DaysSetting } from './range-fields.tsx';
import { ChoiceSetting, SettingGroup, TextSetting } from './setting-fields.tsx';
import { statesText } from './setting-text.ts';
import { settingId } from '../settings-pages.ts';
import { useSetting } from './use-topic-form.ts';

const newZone = () => ({
  name: '',
  states: [],
  baseCents: '',
  centsPerHundredPounds: '',
  residentialCents: 0,
  liftgateCents: 0,
  days: null,
});

const modes = [
  {
    value: 'quote',
    label: 'Shoppers ask for a quote',
    hint: 'Freight cannot be bought online, except parts with a shipping cost of their own.',
  },
  {
    value: 'zones',
    label: 'Prices by zone',
    hint: "All freight in an order ships together. Each part needs a weight, its own or its category's.",
  },
];

/** Shows the settings of parts that a freight carrier brings. */
export function FreightFields() {
  const { value: mode } = useSetting('freight.mode');
  const { value } = useSetting('freight.zones');
  const zones = value as FreightZone[];
  const isByZone = mode === 'zones';
  const served = new Set(zones.flatMap(({ states }) => states));
  const others = usStateOptions.filter(({ code }) => !served.has(code));
  return (
    <SettingGroup title="Freight">
      <ChoiceSetting path="freight.mode" label="Price of freight" options={modes} />
      {(isByZone || zones.length > 0) && (
        <>
          {!isByZone && (
            <p className="text-sm text-muted">The zones have no effect while shoppers ask for a quote.</p>
          )}
          <ListSetting path="freight.zones" itemName="Zone" listName="Zones" newItem={newZone} max={60}>
            {(path) => <ZoneFields path={path} others={others} />}
          </ListSetting>
          {others.length > 0 && zones.length > 0 && (
            <p className="text-sm text-muted">
              In no zone, so shoppers there ask for a quote: {listStates(others)}.
            </p>
          )}
        </>
      )}
      <DaysSetting
        path="days.freight"
        label="Business days to deliver freight"
        hint="For zones that have none. Leave empty to hide it"
      />
    </SettingGroup>
  );
}

type StateOption = (typeof usStateOptions)[number];

function ZoneFields({ path, others }: { path: string; others: readonly StateOption[] }) {
  const statesPath = `${path}.states`;
  const { value, change } = useSetting(statesPath);
  const codes = value as string[];
  const chosen = usStateOptions.filter(({ code }) => codes.includes(code));

  function addOthers() {
    change([...codes, ...others.map(({ code }) => code)]);
    // The button goes away.
    document.getElementById(settingId(statesPath))?.focus();
  }

  return (
    <>
      <TextSetting path={`${path}.name`} label="Name" className="@lg:col-span-2" />
      <div className="@lg:col-span-2">
        <TextSetting
          path={statesPath}
          label="States"
          text={statesText}
          empty={[]}
          placeholder="CA, NV, AZ"
          hint={chosen.length > 0 ? listStates(chosen) : 'Two-letter codes or names, separated by commas'}
        />
        {others.length > 0 && (
          <Button size="small" className="mt-2" onClick={addOthers}>
            Add all states without a zone
          </Button>
        )}
      </div>
      <DollarsSetting path={`${path}.baseCents`} label="Price of a shipment" />
      <DollarsSetting path={`${path}.centsPerHundredPounds`} label="And for each 100 pounds" />
      <DollarsSetting path={`${path}.residentialCents`} label="Added for a residential address" />
      <DollarsSetting path={`${path}.liftgateCents`} label="Added for a liftgate" />
      <DaysSetting path={`${path}.days`} label="Business days to deliver" className="@lg:col-span-2" />
    </>
  );
}

const MAX_NAMED = 8;

function listStates(states: readonly StateOption[]): string {
  const named = states.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = states.length - named.length;
  return more > 0 ? `${named.join(', ')}, and ${more} more` : named.join(', ');
}
