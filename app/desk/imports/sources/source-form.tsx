import { useRef, useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import {
  authsOf,
  formatDailyTime,
  MAX_SECRET,
  MAX_SOURCE_ADDRESS,
  type SourceAuth,
  sourceAuths,
  type SourceProtocol,
  sourceSchedules,
} from '#core/imports/sources/import-source.ts';
import { useAction } from '#kit/form/use-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { FieldError } from '#kit/field.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { Source } from '../list-sources.server.ts';
import type { SavedSource } from './save-source.server.ts';
import { OwnedFields } from './owned-fields.tsx';
import { sourceFailures } from './source-failures.ts';

interface SourceFormProps {
  source?: Source;
  suppliers: readonly string[];
  timeZone: string;
}

export function SourceForm({ source, suppliers, timeZone }: SourceFormProps) {
  const [address, setAddress] = useState(source?.address ?? '');
  const protocol = protocolOf(address);
  const choices = authsOf[protocol];
  const [chosen, setAuth] = useState<SourceAuth>(source?.auth ?? 'none');
  const auth = choices.includes(chosen) ? chosen : (choices[0] ?? 'none');
  const [schedule, setSchedule] = useState<string>(source?.schedule ?? '1h');
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { busy, errors, problem, send } = useAction<SavedSource>({
    failure: sourceFailures.save,
    hasAlert: true,
    onDone({ id }) {
      if (!source) return void navigate(`/admin/import/sources/${id}`);
      for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name=secret]') ?? [])
        field.value = '';
    },
  });

  return (
    <form
      ref={form}
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      <input type="hidden" name="intent" value="save" />
      {problem && <Alert tone="danger" title={problem} announce />}
      <TextField
        label="Supplier"
        name="supplier"
        list="source-suppliers"
        defaultValue={source?.supplier}
        required
        maxLength={100}
        autoComplete="off"
        hint="Uses the columns you chose for this supplier's files"
        error={errors['supplier']}
      />
      <datalist id="source-suppliers">
        {suppliers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TextField
        label="Address of the file"
        name="address"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        required
        maxLength={MAX_SOURCE_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        hint="https://host/path or sftp://user@host:port/path, on the public internet, or folder:parts.csv in the shop's folder for imports"
        error={errors['address']}
      />
      <Select
        label="Credentials"
        name="auth"
        value={auth}
        onChange={(event) => setAuth(event.currentTarget.value as SourceAuth)}
        error={errors['auth']}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {protocol === 'sftp:' && choice === 'password' ? 'Password' : sourceAuths[choice]}
          </option>
        ))}
      </Select>
      {protocol === 'https:' && auth === 'password' && (
        <TextField
          label="User"
          name="userName"
          defaultValue={source?.userName ?? ''}
          required
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          error={errors['userName']}
        />
      )}
      <Secret
        auth={auth}
        isStored={source !== undefined && source.auth !== 'none'}
        error={errors['secret']}
      />
      <Select
        label="How often"
        name="schedule"
        value={schedule}
        onChange={(event) => setSchedule(event.currentTarget.value)}
        error={errors['schedule']}
      >
        {Object.entries(sourceSchedules).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {schedule === 'daily' && (
        <TextField
          label="At"
          name="dailyAt"
          type="time"
          defaultValue={formatDailyTime(source?.dailyAt ?? 180)}
          required
          hint={`Time zone: ${timeZone}`}
          error={errors['dailyAt']}
        />
      )}
      <div>
        <RadioGroup label="What the file contains">
          <Radio
            name="kind"
            value="changes"
            label="Changes"
            hint="Parts are added and changed. Nothing is hidden."
            defaultChecked={source?.kind !== 'full'}
          />
          <Radio
            name="kind"
            value="full"
            label="All parts of the supplier"
            hint="Parts that are no longer in the file are hidden too. If that is more than 5%, the file waits for your review."
            defaultChecked={source?.kind === 'full'}
          />
        </RadioGroup>
        <FieldError>{errors['kind']}</FieldError>
      </div>
      <div>
        <RadioGroup label="If lines are rejected">
          <Radio
            name="mode"
            value="good"
            label="Import only the good lines"
            defaultChecked={source?.mode !== 'all'}
          />
          <Radio
            name="mode"
            value="all"
            label="All or nothing"
            hint="Nothing in the file is imported"
            defaultChecked={source?.mode === 'all'}
          />
        </RadioGroup>
        <FieldError>{errors['mode']}</FieldError>
      </div>
      {protocol !== 'https:' && (
        <TextField
          label="File of the shop's changes"
          name="backPath"
          defaultValue={source?.backPath ?? ''}
          maxLength={MAX_SOURCE_ADDRESS}
          autoComplete="off"
          spellCheck={false}
          hint={`Optional: a path ${protocol === 'sftp:' ? 'on the same server' : 'in the folder'}. After each run, the shop writes there what was sold here and which prices and places differ from the file.`}
          error={errors['backPath']}
        />
      )}
      <OwnedFields owned={source?.shopOwns ?? []} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : source ? 'Save' : 'Add and run'}
        </Button>
      </div>
    </form>
  );
}

function protocolOf(address: string): SourceProtocol {
  const [, protocol] = /^(sftp|folder):/i.exec(address.trim()) ?? [];
  return protocol === undefined ? 'https:' : (`${protocol.toLowerCase()}:` as SourceProtocol);
}

function Secret({
  auth,
  isStored,
  error,
}: {
  auth: SourceAuth;
  isStored: boolean;
  error: string | undefined;
}) {
  if (auth === 'none') return null;
  const label = { password: 'Password', bearer: 'Token', key: 'Private key' }[auth];
  const hint = isStored
    ? 'Stored encrypted, and not shown again. Leave it empty to keep it.'
    : 'It is stored encrypted, and not shown again.';
  const shared = {
    name: 'secret',
    label,
    error,
    required: !isStored,
    maxLength: MAX_SECRET,
    spellCheck: false,
  };
  return auth === 'key' ? (
    <TextArea {...shared} hint={`In OpenSSH or PEM format, without a passphrase. ${hint}`} rows={6} />
  ) : (
    <TextField {...shared} hint={hint} type="password" autoComplete="new-password" />
  );
}
