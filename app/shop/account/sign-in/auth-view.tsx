import { useState } from 'react';
import { Card } from '#kit/card.tsx';
import { Tabs } from '#kit/tabs.tsx';
import { AuthNotice, type Notice } from './auth-notice.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AuthTab = 'sign-in' | 'sign-up' | 'reset';

interface AuthViewProps {
  tab: AuthTab;
  onTab: (tab: AuthTab) => void;
  notice: Notice | undefined;
  mailbox: boolean;
  onSignedIn: () => void;
}

export function AuthView({ tab, onTab, notice: initialNotice, mailbox, onSignedIn }: AuthViewProps) {
  const [newNotice, setNewNotice] = useState<Notice>();
  const [secondStep, setSecondStep] = useState(false);
  const notice = newNotice ?? initialNotice;

  function change(next: AuthTab) {
    setNewNotice(undefined);
    onTab(next);
  }

  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <h1 className="mb-5">{titles[secondStep ? 'second-step' : tab]}</h1>
      {notice && <AuthNotice notice={notice} announce={notice === newNotice} mailbox={mailbox} />}
      <Card padding="roomy">
        {secondStep && <SecondStepForm onSignedIn={onSignedIn} onCancel={() => setSecondStep(false)} />}
        {!secondStep && tab === 'reset' && (
          <ResetRequestForm
            onSent={(sent) => {
              change('sign-in');
              setNewNotice(sent);
            }}
          />
        )}
        {!secondStep && tab !== 'reset' && (
          <Tabs
            label="Account"
            value={tab}
            onValueChange={(next) => change(next as AuthTab)}
            items={[
              {
                value: 'sign-in',
                label: 'Sign In',
                content: <SignInForm onSignedIn={onSignedIn} onSecondStep={() => setSecondStep(true)} />,
              },
              { value: 'sign-up', label: 'Sign Up', content: <SignUpForm onCreated={setNewNotice} /> },
            ]}
          />
        )}
      </Card>
    </main>
  );
}

const titles: Record<AuthTab | 'second-step', string> = {
  'sign-in': 'Sign in to your account',
  'sign-up': 'Create an account',
  reset: 'Reset your password',
  'second-step': 'Enter your code',
};
