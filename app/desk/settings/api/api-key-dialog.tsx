import { apiScopeNames, apiScopes, MAX_API_KEY_NAME } from '#core/api/api-key.ts';
import { TextField } from '#kit/text-field.tsx';
import { CheckboxGroup, SecretDialog } from './secret-dialog.tsx';

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <SecretDialog
      title="Create a key"
      note="It is shown only once. If you lose it, revoke it and create another one."
      secretName="Key"
      submitLabel="Create Key"
      address="/admin/api-key/new"
      failure="Error creating key"
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            name="name"
            label="Name *"
            hint="The program that uses it. This name appears in the audit trail."
            maxLength={MAX_API_KEY_NAME}
            autoComplete="off"
            required
            error={errors.name}
          />
          <CheckboxGroup
            name="scopes"
            legend="It may *"
            choices={apiScopeNames.map((scope) => [scope, apiScopes[scope]])}
            error={errors.scopes}
          />
        </>
      )}
    </SecretDialog>
  );
}
