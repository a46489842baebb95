-- Part requests and contact messages of visitors. The shop stores them, in the name of the signed-in user: each is
-- stored in one transaction with its mails, which only the shop may write. Admins read them.

create table public.part_requests (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  make text,
  model text,
  year text,
  part_name text not null,
  description text,
  urgency text not null default 'medium',
  part_id uuid,
  user_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  constraint part_requests_pkey primary key (id),
  constraint part_requests_part_id_fkey foreign key (part_id) references public.parts_catalog (id) on delete set null,
  constraint part_requests_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint part_requests_urgency_known check (urgency in ('low', 'medium', 'high')),
  constraint part_requests_bounded check (
    length(name) between 1 and 200 and length(email) between 3 and 320 and length(phone) <= 50
    and length(make) <= 100 and length(model) <= 100 and length(year) <= 10
    and length(part_name) between 1 and 200 and length(description) <= 5000
  )
);
comment on table public.part_requests is 'Spec §3, Part request.';
create index part_requests_created_at_idx on public.part_requests (created_at desc);
create index part_requests_sender_idx on public.part_requests (lower(email), phone, created_at);
create index part_requests_part_id_idx on public.part_requests (part_id);
create index part_requests_user_id_idx on public.part_requests (user_id);
alter table public.part_requests enable row level security;
create policy "Admins can read part requests" on public.part_requests
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads part requests" on public.part_requests for select to service_role using (true);
create policy "The shop stores part requests" on public.part_requests for insert to service_role with check (true);
grant select on public.part_requests to authenticated;
grant select, insert on public.part_requests to service_role;

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint contact_messages_bounded check (
    length(name) between 1 and 200 and length(email) between 3 and 320
    and length(subject) between 1 and 300 and length(message) between 1 and 10000
  )
);
comment on table public.contact_messages is 'Spec §3, Contact message.';
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_user_id_idx on public.contact_messages (user_id);
create index contact_messages_email_idx on public.contact_messages (lower(email));
alter table public.contact_messages enable row level security;
create policy "Admins can read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads contact messages" on public.contact_messages for select to service_role using (true);
create policy "The shop stores contact messages" on public.contact_messages
  for insert to service_role with check (true);
grant select on public.contact_messages to authenticated;
grant select, insert on public.contact_messages to service_role;
