import { paperFailures, paperFields, removalFields } from '#core/yard/paper/paper-form.ts';
import type { VehiclePaper } from '#core/yard/paper/read-paper.server.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';

interface DialogProps {
  onClose: () => void;
}

/** Asks what was mailed, delivered and validated. */
export function PaperDialog({ paper, onClose }: DialogProps & { paper: VehiclePaper }) {
  const form = useAction({ failure: paperFailures['save-paper'], hasAlert: true, onDone: onClose });
  const { facts, version, transferredTo, isForExport } = paper;
  const { errors } = form;
  const day = (
    name: 'notice_mailed_on' | 'papers_delivered_on' | 'report_delivered_on' | 'validated_on',
  ) => ({
    name,
    type: 'date',
    label: paperFields[name].label,
    error: errors[name],
  });
  return (
    <FormDialog form={form} title="Paper" submitLabel="Save" size="large" onClose={onClose}>
      <input type="hidden" name="intent" value="save-paper" />
      <input type="hidden" name="version" value={version} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          name="notice"
          label={paperFields.notice.label}
          defaultValue={facts.notice ?? ''}
          error={errors['notice']}
        >
          <option value="">{paperFields.notice.none}</option>
          {Object.entries(paperFields.notice.choices).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        <TextField
          name="notice_reason"
          label={paperFields.notice_reason.label}
          maxLength={paperFields.notice_reason.maxLength}
          autoComplete="off"
          defaultValue={facts.noticeReason ?? ''}
          error={errors['notice_reason']}
        />
        <TextField {...day('notice_mailed_on')} defaultValue={facts.noticeMailedOn ?? ''} />
        <TextField
          {...day('papers_delivered_on')}
          hint="Title or other evidence of ownership, and the plates"
          defaultValue={facts.papersDeliveredOn ?? ''}
        />
        <TextField {...day('report_delivered_on')} defaultValue={facts.reportDeliveredOn ?? ''} />
        <TextField
          {...day('validated_on')}
          hint="The day that DMV stamped on its copy"
          defaultValue={facts.validatedOn ?? ''}
        />
        <TextField
          name="transferred_to"
          label={paperFields.transferred_to.label}
          hint="Who took the car or its hulk"
          maxLength={paperFields.transferred_to.maxLength}
          autoComplete="off"
          defaultValue={transferredTo ?? ''}
          error={errors['transferred_to']}
        />
        <Checkbox
          name="for_export"
          value="true"
          label={paperFields.for_export.label}
          defaultChecked={isForExport}
          className="self-end"
        />
      </div>
    </FormDialog>
  );
}

/** Asks what was removed for safekeeping. */
export function RemovalDialog({ onClose }: DialogProps) {
  const form = useAction({ failure: paperFailures['note-removal'], hasAlert: true, onDone: onClose });
  const field = (name: keyof typeof removalFields) => ({
    name,
    label: removalFields[name].label,
    error: form.errors[name],
    autoComplete: 'off',
  });
  return (
    <FormDialog
      form={form}
      title="Removed for safekeeping"
      description="Attach a tag to the part that names the car."
      submitLabel="Note the removal"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="note-removal" />
      <TextField {...field('what')} maxLength={removalFields.what.maxLength} />
      <TextField {...field('removed_on')} type="date" />
      <TextField {...field('reason')} maxLength={removalFields.reason.maxLength} />
      <TextField {...field('kept_at')} maxLength={removalFields.kept_at.maxLength} />
    </FormDialog>
  );
}

/** Asks an admin why a car may be dismantled earlier. */
export function OverrideDialog({ onClose }: DialogProps) {
  const form = useAction({ failure: paperFailures.override, hasAlert: true, onDone: onClose });
  return (
    <FormDialog
      form={form}
      title="Allow dismantling now?"
      description="The paper of this car does not allow it. Check with your lawyer. The audit trail keeps who allowed it, and why."
      submitLabel="Allow dismantling"
      isDangerous
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="override" />
      <TextArea name="reason" label="Reason" rows={3} maxLength={300} error={form.errors['reason']} />
    </FormDialog>
  );
}
