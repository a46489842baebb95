import { Button } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { sendRequest } from '../send-request.ts';
import type { Profile } from './profile.server.ts';
import { useDraft } from '../use-draft.ts';
import { useSubmit } from '../use-submit.ts';

interface ProfileFormProps {
  userId: string;
  profile: Profile;
  onSaved: () => void;
}

export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const { ref, onInput, clear } = useDraft(`profile.${userId}`);
  const { busy, problem, onSubmit } = useSubmit(async (fields) => {
    try {
      const result = await sendRequest('PUT', '/profile/details', { ...fields, user_id: userId });
      if (!result.ok) {
        void showToast({ kind: 'error', title: 'Failed to update profile', description: result.error });
        return result.error;
      }
      clear();
      void showToast({ kind: 'success', title: 'Profile updated successfully' });
      onSaved();
      return undefined;
    } catch {
      void showToast({ kind: 'error', title: 'Failed to update profile' });
      return undefined;
    }
  });
  const { display_name, phone, city, state } = profile;

  return (
    <form ref={ref} method="post" onInput={onInput} onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Display Name"
        name="display_name"
        autoComplete="name"
        maxLength={200}
        defaultValue={display_name ?? ''}
        error={problem}
        className="sm:col-span-2"
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={50}
        defaultValue={phone ?? ''}
        className="sm:col-span-2"
      />
      <TextField
        label="City"
        name="city"
        autoComplete="address-level2"
        maxLength={200}
        defaultValue={city ?? ''}
      />
      <TextField
        label="State"
        name="state"
        autoComplete="address-level1"
        maxLength={200}
        defaultValue={state ?? ''}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:col-span-2 sm:justify-self-start">
        Update Profile
      </Button>
    </form>
  );
}
