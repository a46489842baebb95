-- Part requests and contact messages of visitors. The shop stores them, in the name of the signed-in user: each is
-- stored in one transaction with its mails, which only the shop may write. Staff read them.
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
create index part_requests_vehicle_idx on public.part_requests
  (public.search_fold(make), public.search_fold(model), created_at);
alter table public.part_requests enable row level security;
create policy "Staff can read part requests" on public.part_requests
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads part requests" on public.part_requests for select to service_role using (true);
create policy "The shop stores part requests" on public.part_requests for insert to service_role with check (true);
grant select on public.part_requests to authenticated, service_role;
grant insert on public.part_requests to service_role;

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  -- Questions about an order are messages to the shop.
  order_id uuid,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint contact_messages_bounded check (
    length(name) between 1 and 200 and length(email) between 3 and 320
    and length(subject) between 1 and 300 and length(message) between 1 and 10000
  ),
  constraint contact_messages_order_id_fkey foreign key (order_id) references public.orders (id) on delete set null
);
comment on table public.contact_messages is 'Spec §3, Contact message.';
comment on column public.contact_messages.order_id is 'The order that the sender asks about, on its page.';
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_user_id_idx on public.contact_messages (user_id);
create index contact_messages_email_idx on public.contact_messages (lower(email));
create index contact_messages_order_id_idx on public.contact_messages (order_id) where order_id is not null;
alter table public.contact_messages enable row level security;
create policy "Staff can read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_staff()));
create policy "The shop reads contact messages" on public.contact_messages for select to service_role using (true);
create policy "The shop stores contact messages" on public.contact_messages
  for insert to service_role with check (true);
grant select on public.contact_messages to authenticated, service_role;
grant insert on public.contact_messages to service_role;

-- The inbox: part requests and contact messages as threads with a number and a state, the answers of staff, and what tells
-- both sides when a part that was asked for comes into stock (docs/inbox.md).
--
-- Staff write entries as themselves. A trigger adds the job that mails an answer.
create sequence public.request_numbers start 1001;
create sequence public.message_numbers start 1001;

create table public.inbox_threads (
  id bigint generated always as identity,
  kind text not null,
  number bigint not null,
  request_id uuid,
  message_id uuid,
  state text not null default 'open',
  waiting_since timestamptz,
  received_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  confirmation_id uuid,
  words tsvector not null,
  constraint inbox_threads_pkey primary key (id),
  constraint inbox_threads_number_key unique (kind, number),
  constraint inbox_threads_request_id_key unique (request_id),
  constraint inbox_threads_message_id_key unique (message_id),
  constraint inbox_threads_request_id_fkey foreign key (request_id) references public.part_requests (id) on delete cascade,
  constraint inbox_threads_message_id_fkey foreign key (message_id) references public.contact_messages (id) on delete cascade,
  constraint inbox_threads_confirmation_id_fkey foreign key (confirmation_id) references public.mails (id) on delete set null,
  constraint inbox_threads_kind_known check (
    kind = 'request' and request_id is not null and message_id is null
    or kind = 'message' and message_id is not null and request_id is null
  ),
  constraint inbox_threads_state_known check (state in ('open', 'answered', 'closed')),
  constraint inbox_threads_open_waits check ((state = 'open') = (waiting_since is not null))
);
comment on table public.inbox_threads is 'Each part request and contact message, as staff work on it.';
comment on column public.inbox_threads.number is 'The number that people say, as REQ-1042 or MSG-1377.';
comment on column public.inbox_threads.waiting_since is
  'While it is open: when the sender last wrote. The promised time to answer begins here.';
comment on column public.inbox_threads.confirmation_id is 'The mail to the sender that confirmed it. Answers follow it.';
comment on column public.inbox_threads.words is 'What the search finds, each word matched from its beginning.';
create index inbox_threads_state_idx on public.inbox_threads (kind, state, number desc);
create index inbox_threads_words_idx on public.inbox_threads using gin (words);
create index inbox_threads_confirmation_id_idx on public.inbox_threads (confirmation_id);
alter table public.inbox_threads enable row level security;
create policy "Staff can read threads" on public.inbox_threads
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can change the state of threads" on public.inbox_threads
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads threads" on public.inbox_threads for select to service_role using (true);
create policy "The shop notes confirmations and changes" on public.inbox_threads
  for update to service_role using (true) with check (true);
grant select on public.inbox_threads to authenticated, service_role;
grant update (state, waiting_since, changed_at) on public.inbox_threads to authenticated;
grant update (changed_at, confirmation_id) on public.inbox_threads to service_role;

create trigger write_request_topic after insert or update of changed_at on public.inbox_threads
  for each row when (new.kind = 'request') execute function public.write_live_topic('admin:inbox', 'admin:requests');
create trigger write_message_topic after insert or update of changed_at on public.inbox_threads
  for each row when (new.kind = 'message') execute function public.write_live_topic('admin:inbox', 'admin:messages');

create table public.inbox_entries (
  id bigint generated always as identity,
  thread_id bigint not null,
  kind text not null,
  text text,
  actor uuid default auth.uid(),
  at timestamptz not null default now(),
  mail_id uuid,
  constraint inbox_entries_pkey primary key (id),
  constraint inbox_entries_thread_id_fkey foreign key (thread_id) references public.inbox_threads (id) on delete cascade,
  constraint inbox_entries_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint inbox_entries_kind_known check (kind in ('answer', 'reply', 'note', 'closed', 'reopened', 'match')),
  constraint inbox_entries_text_bounded check (length(text) between 1 and 10000),
  constraint inbox_entries_text_present check (text is not null or kind not in ('answer', 'reply', 'note'))
);
comment on table public.inbox_entries is
  'What happened in a thread after the first message: answers, pasted replies, notes, states, and parts that came into stock.';
comment on column public.inbox_entries.kind is
  'reply: what the sender replied by mail, as staff pasted it. match: a part that was asked for came into stock.';
comment on column public.inbox_entries.actor is
  'The person. Null: the shop itself. No foreign key: an entry outlives the account.';
comment on column public.inbox_entries.mail_id is 'The mail to the sender about it.';
create index inbox_entries_thread_id_idx on public.inbox_entries (thread_id, id);
create index inbox_entries_mail_id_idx on public.inbox_entries (mail_id);
alter table public.inbox_entries enable row level security;
create policy "Staff can read entries" on public.inbox_entries
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add what they did" on public.inbox_entries
  for insert to authenticated
  with check ((select public.is_staff()) and actor = (select auth.uid()) and kind <> 'match');
create policy "The shop reads entries" on public.inbox_entries for select to service_role using (true);
create policy "The shop adds parts that came into stock" on public.inbox_entries
  for insert to service_role with check (kind = 'match');
create policy "The shop notes its mails" on public.inbox_entries
  for update to service_role using (true) with check (true);
grant select on public.inbox_entries to authenticated, service_role;
grant insert (thread_id, kind, text) on public.inbox_entries to authenticated;
grant insert (thread_id, kind), update (mail_id) on public.inbox_entries to service_role;

create table public.inbox_parts (
  entry_id bigint not null,
  part_id uuid not null,
  position smallint not null,
  part_name text not null,
  matched_thread_id bigint,
  constraint inbox_parts_pkey primary key (entry_id, part_id),
  constraint inbox_parts_matched_once unique (matched_thread_id, part_id),
  constraint inbox_parts_entry_id_fkey foreign key (entry_id) references public.inbox_entries (id) on delete cascade,
  constraint inbox_parts_matched_thread_id_fkey foreign key (matched_thread_id)
    references public.inbox_threads (id) on delete cascade,
  constraint inbox_parts_position_in_range check (position between 0 and 99),
  constraint inbox_parts_part_name_bounded check (length(part_name) <= 1000)
);
comment on table public.inbox_parts is 'The parts of an answer, and the parts that came into stock.';
comment on column public.inbox_parts.part_id is 'No foreign key: the thread outlives the part, and a part is told once.';
comment on column public.inbox_parts.matched_thread_id is
  'Of a part that came into stock: the thread of its entry. Each part is told once in a thread.';
alter table public.inbox_parts enable row level security;
create policy "Staff can read parts of entries" on public.inbox_parts
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add parts to their entries" on public.inbox_parts
  for insert to authenticated with check (
    (select public.is_staff())
    and exists (select from public.inbox_entries where id = entry_id and actor = (select auth.uid()))
  );
create policy "The shop reads parts of entries" on public.inbox_parts for select to service_role using (true);
create policy "The shop adds parts that came into stock" on public.inbox_parts
  for insert to service_role with check (true);
grant select on public.inbox_parts to authenticated, service_role;
grant insert (entry_id, part_id, position, part_name) on public.inbox_parts to authenticated;
grant insert on public.inbox_parts to service_role;

-- Each request and message becomes a thread.
create function public.inbox_words(texts text[], phone text, reference text) returns tsvector
  language sql immutable
  set search_path = ''
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(word, 100)), '{}'))
  from (
    select lower(reference)
    union all select regexp_replace(phone, '\D', '', 'g')
    -- How people say it without the country's code.
    union all select right(regexp_replace(phone, '\D', '', 'g'), 10)
    union all select right(regexp_replace(phone, '\D', '', 'g'), 4)
    union all select regexp_split_to_table(lower(concat_ws(' ', phone, array_to_string(texts, ' '))), '[^[:alnum:]]+')
  ) as words (word)
  where word <> ''
$$;

-- Security definer: the shop adds no threads itself.
create function public.open_request_thread() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  number constant bigint := nextval('public.request_numbers');
begin
  insert into public.inbox_threads (kind, number, request_id, waiting_since, received_at, words)
  values ('request', number, new.id, new.created_at, new.created_at, public.inbox_words(
    array[new.name, new.email, new.make, new.model, new.year, new.part_name, new.description, 'req', number::text],
    new.phone, 'req' || number
  ));
  return null;
end
$$;

create trigger open_request_thread after insert on public.part_requests
  for each row execute function public.open_request_thread();

-- Security definer: the shop adds no threads itself.
create function public.open_message_thread() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  number constant bigint := nextval('public.message_numbers');
begin
  insert into public.inbox_threads (kind, number, message_id, waiting_since, received_at, words)
  values ('message', number, new.id, new.created_at, new.created_at, public.inbox_words(
    array[new.name, new.email, new.subject, new.message, 'msg', number::text], null, 'msg' || number
  ));
  return null;
end
$$;

create trigger open_message_thread after insert on public.contact_messages
  for each row execute function public.open_message_thread();

create trigger queue_inbox_answer after insert on public.inbox_entries
  for each row when (new.kind = 'answer')
  execute function public.queue_job('mail-inbox-answer', 'entryId', 'inbox-answer:');

-- Security definer: a search by words that the policy had to check first could not use its index. The newest threads are
-- tried first: popular words are among them. The words are an index for rare ones.
create function public.find_inbox_numbers(
  of_kind text, of_state text, query text, above bigint, below bigint, backwards boolean, how_many integer
) returns bigint[]
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  direction constant text := case when backwards then 'asc' else 'desc' end;
  numbers bigint[];
begin
  if not public.is_staff() then
    return '{}';
  end if;
  execute format(
    'select array(
       select number from (
         select number, state, words from public.inbox_threads
         where kind = $1 and number > $4 and number < $5 order by number %1$s limit 2000
       ) as newest
       where ($2 is null or state = $2) and words @@ $3::tsquery order by number %1$s limit $6
     )', direction)
    into numbers using of_kind, of_state, query, above, below, how_many;
  if cardinality(numbers) = how_many or below - above <= 2000 then
    return numbers;
  end if;
  execute format(
    'select array(
       select number from (
         select kind, number, state from public.inbox_threads where words @@ $3::tsquery offset 0
       ) as found
       where kind = $1 and ($2 is null or state = $2) and number > $4 and number < $5
       order by number %1$s limit $6
     )', direction)
    into numbers using of_kind, of_state, query, above, below, how_many;
  return numbers;
end
$$;
comment on function public.find_inbox_numbers is
  'The first threads with the words of a tsquery between two numbers, for staff. A state that is null is any.';
grant execute on function public.find_inbox_numbers to authenticated;

-- Security definer: staff may not read mails.
create function public.inbox_mails(thread bigint) returns table (id uuid, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.id, mails.sent_at, mails.given_up_at
  from public.inbox_entries join public.mails on mails.id = mail_id
  where thread_id = thread and public.is_staff()
$$;
comment on function public.inbox_mails is 'What became of the mails to the sender of a thread, for staff.';
grant execute on function public.inbox_mails to authenticated;

-- Security definer: the policies, checked first, would keep the planner from using the indexes of emails.
create function public.inbox_of_email(address text)
  returns table (kind text, number bigint, title text, state text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  (
    select kind, number, part_name, state, received_at
    from public.part_requests join public.inbox_threads on request_id = part_requests.id
    where lower(email) = lower(address) and (select public.is_staff())
    order by number desc limit 11
  )
  union all
  (
    select kind, number, subject, state, received_at
    from public.contact_messages join public.inbox_threads on message_id = contact_messages.id
    where lower(email) = lower(address) and (select public.is_staff())
    order by number desc limit 11
  )
$$;
comment on function public.inbox_of_email is 'The newest requests and messages of an email, for staff.';
grant execute on function public.inbox_of_email to authenticated;

-- Security definer, as inbox_of_email().
create function public.count_orders_of_email(address text) returns bigint
  language sql stable security definer
  set search_path = ''
as $$
  select count(*) from public.orders
  where lower(email) = lower(address) and payment_id is not null and (select public.is_staff())
$$;
comment on function public.count_orders_of_email is 'How many paid orders an email has, for staff.';
grant execute on function public.count_orders_of_email to authenticated;

create table public.stock_arrivals (
  id bigint generated always as identity,
  part_ids uuid[] not null,
  done integer not null default 0,
  constraint stock_arrivals_pkey primary key (id),
  constraint stock_arrivals_done_in_range check (done between 0 and cardinality(part_ids))
);
comment on table public.stock_arrivals is
  'Parts that came into stock and are not compared with all open requests yet: of each statement, in rows of up to 5,000.';
comment on column public.stock_arrivals.done is 'How many of part_ids are compared.';
alter table public.stock_arrivals enable row level security;
create policy "The shop reads arrivals" on public.stock_arrivals for select to service_role using (true);
create policy "The shop notes its progress" on public.stock_arrivals
  for update to service_role using (true) with check (true);
create policy "The shop removes arrivals" on public.stock_arrivals for delete to service_role using (true);
grant select, update (done), delete on public.stock_arrivals to service_role;

create function public.has_matchable_requests() returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select from unnest(array['open', 'answered']) as wanted (state), lateral (
      select received_at from public.inbox_threads
      where kind = 'request' and inbox_threads.state = wanted.state order by number desc limit 1
    ) as newest
    where newest.received_at > now() - interval '90 days'
  )
$$;

create function public.add_stock_arrivals(arrived uuid[]) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  arrival bigint;
begin
  for place in 1 .. cardinality(arrived) by 5000 loop
    insert into public.stock_arrivals (part_ids) values (arrived[place : place + 4999]) returning id into arrival;
    perform public.add_job(
      'match-arrivals', json_build_object('arrivalId', arrival::text), 'arrival:' || arrival
    );
  end loop;
end
$$;

-- Security definer: no role of the application may write live_changes.
create function public.write_inbox_mail_topic() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if exists (select from public.inbox_entries where mail_id = new.id) then
    insert into public.live_changes (topics) values (array['admin:inbox']);
  end if;
  return null;
end
$$;

create trigger write_inbox_mail_topic after update of sent_at, given_up_at on public.mails
  for each row when (
    new.sent_at is distinct from old.sent_at or new.given_up_at is distinct from old.given_up_at
  ) execute function public.write_inbox_mail_topic();

-- What happened in the thread of a request or message, for personal_data().
create function public.thread_data(thread public.inbox_threads) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('number', thread.number, 'state', thread.state, 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'text', text, 'parts', (
      select coalesce(jsonb_agg(part_name order by position), '[]') from public.inbox_parts where entry_id = entry.id
    )) order by id), '[]')
    from public.inbox_entries as entry where thread_id = thread.id
  ))
$$;

-- Security definer: the index of emails can't be used for a condition that is checked after a policy.
create function public.order_messages(order_id uuid)
  returns table (thread bigint, kind text, number bigint, title text, text text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select inbox_threads.id, inbox_threads.kind, inbox_threads.number, title, sent.text, received_at
  from public.orders
  cross join lateral (
    select id as request_id, null::uuid as message_id, part_name as title, description as text, created_at
      from public.part_requests where lower(part_requests.email) = lower(orders.email)
    union all
    select null, id, subject, message, created_at
      from public.contact_messages where lower(contact_messages.email) = lower(orders.email)
  ) as sent
  join public.inbox_threads
    on inbox_threads.request_id = sent.request_id or inbox_threads.message_id = sent.message_id
  where orders.id = order_id and (select public.is_staff())
    and (sent.created_at >= orders.created_at or concat_ws(' ', title, sent.text) ~* ('\mPY[- ]?' || orders.number || '\M'))
  order by received_at, inbox_threads.id
  limit 200
$$;
comment on function public.order_messages is
  'Requests and messages from the email of an order, since it was placed or with its number, for staff.';
grant execute on function public.order_messages to authenticated;

-- Security definer, as write_live_topic().
create function public.write_answered_order() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics)
  select array['order:' || order_id]
  from public.inbox_threads join public.contact_messages on contact_messages.id = message_id
  where inbox_threads.id = new.thread_id and order_id is not null;
  return null;
end
$$;

create trigger write_answered_order after insert on public.inbox_entries
  for each row when (new.kind = 'answer') execute function public.write_answered_order();
