-- Staff, a second role: orders, requests, messages and parts. Everything else of the admin panel is for admins only.

alter table public.user_roles
  drop constraint user_roles_role_known,
  add constraint user_roles_role_known check (role in ('admin', 'staff'));

-- Security definer, and with the same second step, as is_admin().
create function public.is_staff() returns boolean
  language sql stable security definer parallel safe
  set search_path = ''
  return exists (select 1 from public.user_roles where user_id = auth.uid() and role in ('admin', 'staff'))
    and (
      current_setting('app.admins_need_second_step', true) is distinct from 'on'
      or exists (select 1 from auth.users where id = auth.uid() and two_factor_enabled)
    );
comment on function public.is_staff is 'True for staff and for admins.';
grant execute on function public.is_staff() to anon, authenticated, service_role;

alter policy "Admins can add parts" on public.parts_catalog with check ((select public.is_staff()));
alter policy "Admins can add parts" on public.parts_catalog rename to "Staff can add parts";
alter policy "Admins can change parts" on public.parts_catalog
  using ((select public.is_staff())) with check ((select public.is_staff()));
alter policy "Admins can change parts" on public.parts_catalog rename to "Staff can change parts";
alter policy "Admins can delete parts" on public.parts_catalog using ((select public.is_staff()));
alter policy "Admins can delete parts" on public.parts_catalog rename to "Staff can delete parts";
alter policy "Admins can read tallies" on public.catalog_tallies using ((select public.is_staff()));
alter policy "Admins can read tallies" on public.catalog_tallies rename to "Staff can read tallies";
alter policy "Admins can read tallies of stock" on public.catalog_stock_tallies using ((select public.is_staff()));
alter policy "Admins can read tallies of stock" on public.catalog_stock_tallies
  rename to "Staff can read tallies of stock";

alter policy "Admins can read all orders" on public.orders using ((select public.is_staff()));
alter policy "Admins can read all orders" on public.orders rename to "Staff can read all orders";
alter policy "Admins can read stock holds" on public.stock_holds using ((select public.is_staff()));
alter policy "Admins can read stock holds" on public.stock_holds rename to "Staff can read stock holds";
alter policy "Admins can read all refunds" on public.refunds using ((select public.is_staff()));
alter policy "Admins can read all refunds" on public.refunds rename to "Staff can read all refunds";
alter policy "Admins can read disputes" on public.disputes using ((select public.is_staff()));
alter policy "Admins can read disputes" on public.disputes rename to "Staff can read disputes";
alter policy "Admins can read all taxes of orders" on public.order_taxes using ((select public.is_staff()));
alter policy "Admins can read all taxes of orders" on public.order_taxes rename to "Staff can read all taxes of orders";

alter policy "Admins can read part requests" on public.part_requests using ((select public.is_staff()));
alter policy "Admins can read part requests" on public.part_requests rename to "Staff can read part requests";
alter policy "Admins can read contact messages" on public.contact_messages using ((select public.is_staff()));
alter policy "Admins can read contact messages" on public.contact_messages rename to "Staff can read contact messages";

create policy "Staff can read alerts about orders" on public.alerts
  for select to authenticated using (order_id is not null and (select public.is_staff()));
create policy "Staff can settle alerts about orders" on public.alerts
  for update to authenticated
  using (order_id is not null and (select public.is_staff()))
  with check ((select public.is_staff()) and settled_by = (select auth.uid()));

-- As in 0014_audit.sql. Staff change parts and orders, so they also log events that begin with admin_.
create or replace function public.log_audit_event(
  p_user_id uuid default null,
  p_action text default null,
  p_resource_type text default null,
  p_resource_id text default null,
  p_details jsonb default '{}',
  p_ip_address text default null,
  p_user_agent text default null
) returns uuid
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  -- current_user is the owner here. The setting has the role that the transaction acts as.
  acting text := current_setting('role');
  is_shop boolean := acting = 'service_role' or (acting = 'none' and session_user = current_user);
  noted jsonb := coalesce(p_details, '{}');
  at timestamptz := clock_timestamp();
  event uuid;
begin
  if not is_shop
    and audit.is_visitors_event(p_action, p_resource_type, noted) is not true
    and (p_action ~ '^admin_' and public.is_staff()) is not true
    and (p_action ~ '^security_' and public.is_admin()) is not true
  then
    raise insufficient_privilege using message = 'This event is not for its caller to log';
  end if;
  perform audit.make_month((at at time zone 'UTC')::date);
  insert into public.audit_logs (
    created_at, action, resource_type, resource_id, user_id, ip_address, details, user_agent
  ) values (
    at, p_action, left(p_resource_type, 100), left(p_resource_id, 200),
    coalesce(auth.uid(), case when is_shop then p_user_id end), public.client_address(), noted,
    left(coalesce(public.client_agent(), p_user_agent), 500)
  ) returning id into event;
  return event;
end
$$;
