/** Action on the rules of law and the reporting entity -> beginning of the message when it fails. */
export const ruleFailures = {
  'change-rule': 'Error saving the rule',
  'reset-rule': 'Error resetting the rule',
  'save-entity': 'Error saving the reporting entity',
} as const;
