import { privatePage } from '#core/settings/page-meta.ts';
import { useEffect } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { describeKeptOrders } from '#core/accounts/account.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { readProfile } from './profile.server.ts';
import { listUnfinishedOrders } from './unfinished-orders.server.ts';
import { type ProfileTab, profileTabs, ProfileView } from './profile-view.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { listAddresses } from './saved-addresses.server.ts';
import { SettingsTab } from './settings-tab.tsx';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { announce } from '#core/accounts/visitor-store.ts';
import { OwnCarWaits, OwnWaits } from './own-waits.tsx';
import { listOwnCarWaits } from './own-car-waits.server.ts';
import { listOwnWaits } from './own-waits.server.ts';
import { addLines, type RequestedLine } from './add-lines.ts';
import { OrderHistory } from './order-history.tsx';
import { Receipts } from './receipts.tsx';
import { readOwnOrders } from './own-orders.server.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { showToast } from '#kit/show-toast.ts';
import { answerProfileForm } from './answer-profile-form.server.ts';
import type { Route } from './+types/profile.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, needsSecondStep } = await context.get(accountsContext).readVisitor(request);
  if (!user) throw redirect('/auth');
  const database = context.get(databaseContext);
  const { logError } = context.get(requestContext);
  const orNull = (error: unknown) => {
    logError(error);
    return null;
  };
  const { countries } = shippingTerms(context.get(settingsContext));
  const [profile, orders, addresses, waits, carWaits, unfinishedOrders] = await Promise.all([
    readProfile(database, user.id).catch(orNull),
    readOwnOrders(database, user.id).catch(orNull),
    listAddresses(database, user.id).catch(orNull),
    listOwnWaits(database, user.id).catch(orNull),
    listOwnCarWaits(database, user.id).catch(orNull),
    listUnfinishedOrders(database, user.id).catch(orNull),
  ]);
  return {
    user,
    needsSecondStep,
    profile,
    orders,
    addresses,
    waits,
    carWaits,
    unfinishedOrders,
    countries: countries.map(({ country }) => country),
    mailbox: context.get(shopContext).mailbox,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerProfileForm(request, context);
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

/** The loader does not depend on the tabs. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl } = change;
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : change.defaultShouldRevalidate;
}

const titles: Record<ProfileTab, string> = {
  profile: 'Profile Settings',
  orders: 'Your orders',
  settings: 'Account settings',
};

function readTab(search: URLSearchParams): ProfileTab {
  return profileTabs.find((tab) => tab === search.get('tab')) ?? 'profile';
}

export function meta({ matches: [root], location }: Route.MetaArgs) {
  return privatePage(root.loaderData, titles[readTab(new URLSearchParams(location.search))]);
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const {
    user,
    needsSecondStep,
    profile,
    orders,
    addresses,
    waits,
    carWaits,
    unfinishedOrders,
    countries,
    mailbox,
  } = loaderData;
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const visitor = useVisitor();
  const userChanged = visitor.user !== undefined && visitor.user?.id !== user.id;

  // The visitor can sign out or change accounts in another tab.
  useEffect(() => {
    if (userChanged) void revalidate();
  }, [userChanged, revalidate]);

  useEffect(() => {
    if (profile === null) void showToast({ kind: 'error', title: 'Failed to load profile' });
    if (orders === null) void showToast({ kind: 'error', title: 'Failed to load orders' });
  }, [profile, orders]);

  async function refreshUser() {
    await Promise.all([revalidate(), announce('user-updated')]);
  }

  async function finishDeletion(kept: readonly string[]) {
    await announce('signed-out');
    const description = describeKeptOrders(kept);
    void showToast({
      kind: 'success',
      title: 'Your account has been deleted',
      ...(description !== undefined && { description }),
    });
    await navigate('/', { replace: true });
  }

  // This hides the previous user's data.
  if (userChanged) return <main className="mx-auto w-full max-w-3xl px-gutter py-8">Loading...</main>;
  return (
    <ProfileView
      key={user.id}
      user={user}
      profile={profile}
      tab={readTab(search)}
      onTab={(tab) =>
        setSearch(tab === 'profile' ? {} : { tab }, { replace: true, preventScrollReset: true })
      }
      onSaved={() => void revalidate()}
      addresses={<SavedAddresses userId={user.id} addresses={addresses} countries={countries} />}
      orders={
        <>
          <OrderHistory orders={orders} onOrderAgain={(lines) => void orderAgain(lines)} />
          <Receipts orders={orders ?? []} />
          <OwnWaits waits={waits ?? []} />
          <OwnCarWaits waits={carWaits ?? []} />
        </>
      }
      settings={
        <SettingsTab
          user={user}
          needsSecondStep={needsSecondStep}
          mailbox={mailbox}
          onChanged={() => void refreshUser()}
          unfinishedOrders={unfinishedOrders ?? []}
          onDeleted={(kept) => void finishDeletion(kept)}
        />
      }
    />
  );
}

async function orderAgain(lines: readonly RequestedLine[]) {
  try {
    const { added, requested } = await addLines(lines);
    if (added === 0) {
      void showToast({ kind: 'error', title: 'None of these parts are in stock right now' });
      return;
    }
    void showToast({
      kind: 'success',
      title: 'Added to Cart',
      ...(added < requested && {
        description: `${added} of ${requested}: the others are not in stock right now.`,
      }),
    });
  } catch {
    void showToast({ kind: 'error', title: "We couldn't load the catalog. Please try again." });
  }
}
