import { useOutletContext } from 'react-router';

export interface AdminTools {
  /** `list`: the parts around it, for 'Save and Next'. */
  editPart: (id: string, list?: readonly string[]) => void;
  /** Whether the dialog for parts is open. */
  isEditing: boolean;
}

export function useAdminTools(): AdminTools {
  return useOutletContext<AdminTools>();
}
