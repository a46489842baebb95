import { Checkbox } from '#kit/checkbox.tsx';
import { FieldError } from '#kit/field.tsx';
import { type DayHours, weekdays } from '#core/settings/opening-hours.ts';
import { ListSetting } from './list-setting.tsx';
import { RangeFields, useRangeError } from './range-fields.tsx';
import { SelectSetting, TextSetting } from './setting-fields.tsx';
import { useSetting } from './use-topic-form.ts';

const timeZones = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Mountain, without daylight saving (Arizona)'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
].map(([value = '', label = '']) => ({ value, label }));

export function HoursFields() {
  return (
    <>
      <SelectSetting path="timeZone" label="Time zone" options={timeZones} className="sm:max-w-sm" />
      <div className="grid gap-x-6 gap-y-2 @lg:grid-cols-[auto_minmax(0,1fr)]">
        {weekdays.map((day) => (
          <DayFields key={day} path={`hours.${day}`} label={day} openLabel={day} />
        ))}
      </div>
    </>
  );
}

const newHoliday = () => ({ date: '', name: '', hours: null });

export function HolidayFields() {
  return (
    <ListSetting path="holidays" itemName="Holiday" listName="Holidays" newItem={newHoliday} max={100}>
      {(path) => (
        <>
          <TextSetting path={`${path}.date`} label="Date" type="date" />
          <TextSetting path={`${path}.name`} label="Name" placeholder="Thanksgiving" />
          <div className="grid gap-x-6 gap-y-2 @lg:col-span-2 @lg:grid-cols-[auto_minmax(0,1fr)]">
            <DayFields path={`${path}.hours`} label="Holiday" openLabel="Open on this day" />
          </div>
        </>
      )}
    </ListSetting>
  );
}

const usualHours = { open: '08:00', close: '18:00' };

/** Shows two cells of a grid: whether the shop is open, and from when to when. */
function DayFields({ path, label, openLabel }: { path: string; label: string; openLabel: string }) {
  const { value, change } = useSetting(path);
  const error = useRangeError(path, label, ['open', 'close']);
  const hours = value as DayHours;
  return (
    <>
      <Checkbox
        name={`${path}.isOpen`}
        label={openLabel}
        checked={hours !== null}
        onChange={({ target }) => change(target.checked ? usualHours : null)}
      />
      <div className="min-w-0 @max-lg:pb-2">
        {hours === null ? (
          <>
            <p className="flex min-h-11 items-center text-muted @max-lg:min-h-0 @max-lg:pl-7.5">Closed</p>
            <FieldError>{error}</FieldError>
          </>
        ) : (
          <RangeFields
            ends={[
              {
                label: `${label} opens at`,
                value: hours.open,
                onChange: (open) => change({ ...hours, open }),
              },
              {
                label: `${label} closes at`,
                value: hours.close,
                onChange: (close) => change({ ...hours, close }),
              },
            ]}
            type="time"
            className="w-31"
            error={error}
          />
        )}
      </div>
    </>
  );
}
