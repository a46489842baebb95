import { apiScopeNames, apiScopes, MAX_API_KEY_NAME } from '#core/api/api-key.ts';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { SecretDialog, type SecretResult } from './secret-dialog.tsx';

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useAction<SecretResult>({ failure: 'Error creating key', hasAlert: true });
  const { name, scopes } = form.errors as { name?: string; scopes?: string };
  const secret = form.busy ? undefined : form.result?.secret;
  if (secret !== undefined)
    return (
      <SecretDialog
        name="Key"
        note="It is shown only once. If you lose it, revoke it and create another one."
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog form={form} title="Create a key" submitLabel="Create key" onClose={onClose}>
      <input type="hidden" name="intent" value="create-key" />
      <TextField
        name="name"
        label="Name *"
        hint="The program that uses it. This name appears in the audit trail."
        maxLength={MAX_API_KEY_NAME}
        autoComplete="off"
        required
        error={name}
      />
      <CheckboxGroup
        name="scopes"
        legend="It may *"
        choices={apiScopeNames.map((scope) => [scope, apiScopes[scope]])}
        error={scopes}
      />
    </FormDialog>
  );
}
