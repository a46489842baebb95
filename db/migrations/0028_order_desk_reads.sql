-- What the lists and the page of the order desk read (docs/orders.md).

create index orders_to_ship_idx on public.orders (ship_by, number)
  where status = 'completed' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready');
create index orders_with_problem_idx on public.orders (number desc)
  where payment_id is not null and (
    dispute in ('open', 'lost') or status = 'canceled'
    or (status = 'refunded' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready'))
  );
-- user_id is in the policy of orders. With it, a range of days is read from the index alone.
create index orders_placed_idx on public.orders (created_at) include (number, user_id) where payment_id is not null;
create index refunds_failed_idx on public.refunds (order_id) where state = 'failed';
create index alerts_open_order_id_idx on public.alerts (order_id) where settled_at is null;

-- Security definer: a search by words that the policy of order_search had to check first could not use its index. The inner
-- query has no other condition, so that it always uses it.
create function public.find_order_numbers(lookup text, query text, above bigint, below bigint) returns setof bigint
  language sql stable security definer parallel safe rows 500
  set search_path = ''
as $$
  select number from (
    select number, words from public.order_search
    where words @@ lookup::tsquery and (select public.is_staff())
    offset 0
  ) as found
  where number > above and number < below and words @@ query::tsquery
$$;
comment on function public.find_order_numbers is
  'Orders with the words of a tsquery, for staff. What it looks up is a tsquery that finds at least these.';
grant execute on function public.find_order_numbers to authenticated;

-- Security definer: staff may not read accounts.
create function public.staff_names(people uuid[]) returns table (id uuid, name text)
  language sql stable security definer
  set search_path = ''
as $$
  select users.id, coalesce(nullif(profiles.display_name, ''), nullif(users.name, ''), users.email)
  from auth.users
  join public.user_roles on user_roles.user_id = users.id
  left join public.profiles on profiles.user_id = users.id
  where users.id = any (people) and public.is_staff()
$$;
comment on function public.staff_names is 'How staff and admins call themselves, for staff.';
grant execute on function public.staff_names to authenticated;

-- Security definer: staff may not read what the payment provider sent.
create function public.order_payment_events(purchase uuid)
  returns table (id text, type text, source text, received_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select id, type, source, received_at from public.payment_events where order_id = purchase and public.is_staff()
$$;
comment on function public.order_payment_events is 'Which payment events an order got, without their content, for staff.';
grant execute on function public.order_payment_events to authenticated;

-- Security definer: staff may not read mails.
create function public.order_mails(purchase uuid)
  returns table (id uuid, subject text, created_at timestamptz, sent_at timestamptz, given_up_at timestamptz)
  language sql stable security definer
  set search_path = ''
as $$
  select mails.id, mails.subject, mails.created_at, mails.sent_at, mails.given_up_at
  from public.order_events join public.mails on mails.id = mail_id
  where order_id = purchase and public.is_staff()
$$;
comment on function public.order_mails is
  'The mails to the buyer about what happened to an order, without their content, for staff.';
grant execute on function public.order_mails to authenticated;
