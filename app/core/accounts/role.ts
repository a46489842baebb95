/** Says what a person may do in the admin panel. Staff have some of its tabs. is_staff() is true for both. */
export type Role = 'admin' | 'staff';

export const roleLabels: Record<Role, string> = { admin: 'Admin', staff: 'Staff' };
