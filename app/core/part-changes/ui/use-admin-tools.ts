import { useOutletContext } from 'react-router';

export interface AdminTools {
  /** `list` has the parts around it, for 'Save and Next'. */
  editPart: (id: string, list?: readonly string[]) => void;
  /** Opens the form of a new part that is taken off a car. */
  addPartOfCar: (car: string) => void;
  /** True while the dialog for parts is open. */
  isEditing: boolean;
}

export function useAdminTools(): AdminTools {
  return useOutletContext<AdminTools>();
}
