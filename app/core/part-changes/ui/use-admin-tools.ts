import { useOutletContext } from 'react-router';

/** Values that a new part's form begins with. The year is a text. */
export interface WantedPart {
  name: string;
  make: string | null;
  model: string | null;
  year: string | null;
}

export interface AdminTools {
  /** `list` has the parts around it, for 'Save and next'. */
  editPart: (id: string, list?: readonly string[]) => void;
  /** Opens the form of a new part that is taken off a car. */
  addPartOfCar: (car: string) => void;
  /** Opens the form of a new part that someone has looked for. */
  addWantedPart: (wanted: WantedPart) => void;
  /** True while the dialog for parts is open. */
  isEditing: boolean;
}

export function useAdminTools(): AdminTools {
  return useOutletContext<AdminTools>();
}
