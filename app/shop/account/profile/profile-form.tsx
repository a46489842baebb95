import { Button } from '#kit/button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import type { Profile } from './profile.server.ts';
import { useDraft } from '../use-draft.ts';

interface ProfileFormProps {
  userId: string;
  profile: Profile;
}

export function ProfileForm({ userId, profile }: ProfileFormProps) {
  const { ref, onInput, clear } = useDraft(`profile.${userId}`);
  const { busy, errors, send } = useAction({ failure: 'Failed to update profile', onDone: clear });
  const { display_name, phone, city, state } = profile;

  return (
    <form
      ref={ref}
      method="post"
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      <input type="hidden" name="intent" value="save-details" />
      <input type="hidden" name="user_id" value={userId} />
      <TextField
        label="Display Name"
        name="display_name"
        autoComplete="name"
        maxLength={200}
        defaultValue={display_name ?? ''}
        error={errors.display_name}
        className="sm:col-span-2"
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={50}
        defaultValue={phone ?? ''}
        error={errors.phone}
        className="sm:col-span-2"
      />
      <TextField
        label="City"
        name="city"
        autoComplete="address-level2"
        maxLength={200}
        defaultValue={city ?? ''}
        error={errors.city}
      />
      <TextField
        label="State"
        name="state"
        autoComplete="address-level1"
        maxLength={200}
        defaultValue={state ?? ''}
        error={errors.state}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:col-span-2 sm:justify-self-start">
        Update Profile
      </Button>
    </form>
  );
}
