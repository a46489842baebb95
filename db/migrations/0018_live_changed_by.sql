-- Who made a change, so that the admin panel does not count an admin's own actions as new.

alter table public.live_changes add column changed_by uuid default auth.uid();
comment on column public.live_changes.changed_by is 'The user of the transaction, or null.';
