import { useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { TRY_AGAIN } from '../try-again.ts';

interface SetUp {
  secret: string;
  qr_code: string;
  backup_codes: string[];
}

interface SecondStepSettingsProps {
  isSetUp: boolean;
  onChanged: () => void;
}

export function SecondStepSettings({ isSetUp, onChanged }: SecondStepSettingsProps) {
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Card as="section" aria-labelledby="second-step">
      <h2 id="second-step" className="mb-3 flex flex-wrap items-center gap-3 text-xl">
        Two-step sign-in <Badge tone={isSetUp ? 'good' : 'neutral'}>{isSetUp ? 'On' : 'Off'}</Badge>
      </h2>
      <p className="mb-4 text-muted">
        When you sign in, we&apos;ll also ask for a code from an app on your phone. This protects your account
        even if someone learns your password.
      </p>
      {!isSetUp && !setUp && (
        <PasswordDialog<SetUp>
          button="Set up"
          title="Set up two-step sign-in"
          path="/auth/v1/factors/begin"
          onDone={setSetUp}
        />
      )}
      {!isSetUp && setUp && (
        <FirstCode
          setUp={setUp}
          onConfirmed={() => {
            setCodes(setUp.backup_codes);
            setSetUp(undefined);
            onChanged();
          }}
          onCancel={() => setSetUp(undefined)}
        />
      )}
      {isSetUp && (
        <div className="grid gap-4">
          {codes && <BackupCodes codes={codes} />}
          <div className="flex flex-wrap gap-3">
            <PasswordDialog<{ backup_codes: string[] }>
              button="New backup codes"
              title="Make new backup codes"
              description="Your old codes stop working."
              path="/auth/v1/factors/renew-codes"
              onDone={(renewed) => setCodes(renewed.backup_codes)}
            />
            <PasswordDialog
              button="Turn off"
              title="Turn off two-step sign-in"
              description="You'll sign in with only your password."
              path="/auth/v1/factors/end"
              danger
              onDone={() => {
                setCodes(undefined);
                void showToast({ kind: 'success', title: 'Two-step sign-in turned off' });
                onChanged();
              }}
            />
          </div>
        </div>
      )}
    </Card>
  );
}

interface FirstCodeProps {
  setUp: SetUp;
  onConfirmed: () => void;
  onCancel: () => void;
}

function FirstCode({ setUp, onConfirmed, onCancel }: FirstCodeProps) {
  const { busy, errors, form } = useCall({
    lost: { errors: { code: TRY_AGAIN } },
    async call({ code }) {
      const answer = await sendJson('POST', '/auth/v1/factors/confirm', { code });
      if (!answer.ok) return { errors: { code: answer.error } };
      void showToast({ kind: 'success', title: 'Two-step sign-in set up' });
      onConfirmed();
      return undefined;
    },
  });
  return (
    <form method="post" {...form} className="grid gap-4 sm:max-w-md">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Scan this code with your authenticator app, or enter the key below.
          <img
            src={setUp.qr_code}
            alt="QR code for your authenticator app"
            width={200}
            height={200}
            className="mt-3 rounded-md bg-white"
          />
          <p className="mt-2 font-stamp text-sm wrap-anywhere">{setUp.secret}</p>
        </li>
        <li>
          <TextField
            label="Code from the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code}
            required
          />
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <Alert tone="warning" announce title="Save these backup codes in a safe place. We won't show them again.">
      <p>If you lose your phone, use one of them to sign in. Each code works once.</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 font-stamp sm:max-w-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Alert>
  );
}
