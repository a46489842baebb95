-- Files of the Auto Care Association's standards ACES and PIES (docs/aces-and-pies.md). They name makes, positions and brands by
-- ids, whose names come from the association's databases or from the owner.
alter table public.part_imports add column findings jsonb;
comment on column public.part_imports.findings is
  'As in app/core/imports/standards/findings.ts: what the file has besides its lines, and ids without a name.';
grant update (findings) on public.part_imports to authenticated;

create table public.standard_deliveries (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  user_name text,
  file_name text not null,
  file_bytes bigint not null,
  state text not null default 'uploading',
  kinds text[] not null default '{}',
  names integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  constraint standard_deliveries_pkey primary key (id),
  constraint standard_deliveries_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint standard_deliveries_file_bounded check (file_bytes between 1 and 524288000),
  constraint standard_deliveries_texts_bounded check (length(file_name) between 1 and 200 and length(error) <= 1000),
  constraint standard_deliveries_names_bounded check (names between 0 and 5000000),
  constraint standard_deliveries_state_known check (state in ('uploading', 'reading', 'ready', 'failed')),
  constraint standard_deliveries_failed_for_a_reason check ((state = 'failed') = (error is not null))
);
comment on table public.standard_deliveries is
  'Deliveries of the databases that name the ids of ACES and PIES. They are licensed, so nothing exports them.';
comment on column public.standard_deliveries.user_id is
  'The admin who has uploaded it. The job acts with this person''s rights. Null: the account was deleted.';
comment on column public.standard_deliveries.user_name is 'The name of this person, or the email address.';
comment on column public.standard_deliveries.kinds is 'The kinds of ids that it names. The next delivery with a kind replaces it.';
create index standard_deliveries_user_id_idx on public.standard_deliveries (user_id);
alter table public.standard_deliveries enable row level security;
create policy "Admins can read deliveries of databases" on public.standard_deliveries
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can upload databases in their own name" on public.standard_deliveries
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can continue deliveries of databases" on public.standard_deliveries
  for update to authenticated using ((select public.is_admin()))
  with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can delete deliveries of databases" on public.standard_deliveries
  for delete to authenticated using ((select public.is_admin()));
create policy "The shop reads deliveries of databases" on public.standard_deliveries
  for select to service_role using (true);
create policy "The shop ends deliveries of databases" on public.standard_deliveries
  for update to service_role using (true) with check (true);
grant select on public.standard_deliveries to authenticated, service_role;
grant insert (file_name, file_bytes), update (user_id, state, kinds, names, error), delete on public.standard_deliveries
  to authenticated;
grant update (state, error) on public.standard_deliveries to service_role;
create trigger tell_about_standard_deliveries after insert or update or delete on public.standard_deliveries
  for each statement execute function public.write_live_topic('admin:parts');
create trigger keep_user_name before insert or update of user_id on public.standard_deliveries
  for each row execute function public.keep_user_name();
create trigger queue_standard_delivery after update of state on public.standard_deliveries
  for each row when (new.state = 'reading' and old.state <> new.state)
  execute function public.queue_job('read-standard-delivery', 'deliveryId', 'standard-delivery:');

create table public.standard_delivery_pieces (
  delivery_id uuid not null,
  place integer not null,
  content bytea not null,
  constraint standard_delivery_pieces_pkey primary key (delivery_id, place),
  constraint standard_delivery_pieces_delivery_id_fkey foreign key (delivery_id)
    references public.standard_deliveries (id) on delete cascade,
  constraint standard_delivery_pieces_bounded check (place between 0 and 249 and length(content) between 1 and 2097152)
);
comment on table public.standard_delivery_pieces is
  'An uploaded delivery, until its names are read: 2 MB each, the last one less.';
alter table public.standard_delivery_pieces alter column content set storage external;
alter table public.standard_delivery_pieces enable row level security;
create policy "Admins can read uploaded databases" on public.standard_delivery_pieces
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can upload databases" on public.standard_delivery_pieces
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can delete uploaded databases" on public.standard_delivery_pieces
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.standard_delivery_pieces to authenticated;

create table public.standard_names (
  kind text not null,
  code text not null,
  name text not null,
  delivery_id uuid,
  constraint standard_names_key unique nulls not distinct (kind, code, delivery_id),
  constraint standard_names_delivery_id_fkey foreign key (delivery_id) references public.standard_deliveries (id)
    on delete cascade,
  constraint standard_names_bounded check (
    length(kind) between 1 and 40 and length(code) between 1 and 40 and length(name) between 1 and 300
  )
);
comment on table public.standard_names is
  'Names of ids of ACES and PIES. Only admins read them, for the lines that they import. Nothing exports them.';
comment on column public.standard_names.kind is 'As in app/core/imports/standards/references.ts.';
comment on column public.standard_names.name is 'A base vehicle has year, make and model with | in between.';
comment on column public.standard_names.delivery_id is 'Null: the owner has named the id. This name counts before that of a delivery.';
create index standard_names_delivery_id_idx on public.standard_names (delivery_id, kind);
alter table public.standard_names enable row level security;
create policy "Admins can read names of ids" on public.standard_names
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can name ids" on public.standard_names
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can name ids again" on public.standard_names
  for update to authenticated using ((select public.is_admin()) and delivery_id is null)
  with check ((select public.is_admin()) and delivery_id is null);
create policy "Admins can remove names of ids" on public.standard_names
  for delete to authenticated using ((select public.is_admin()));
grant select, insert, update (name), delete on public.standard_names to authenticated;
