import { useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A button shows what is typed. Without JavaScript there is no button. Its name is text, because a label would name the field, too. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'unit'>) {
  const { label, hint, error, hideLabel, mark, id, className, errorId, ...input } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className, errorId, name: input.name }}>
      {(control) => (
        <div className="relative">
          <input
            // A browser may send a text to its spelling service.
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className="control pr-20"
          />
          <Button
            variant="quiet"
            size="small"
            aria-controls={control.id}
            disabled={input.disabled}
            onClick={() => setIsShown(!isShown)}
            className="needs-script absolute inset-y-0 right-0"
          >
            <span>
              {isShown ? 'Hide' : 'Show'}
              <span className="sr-only"> password</span>
            </span>
          </Button>
        </div>
      )}
    </Field>
  );
}
