import { useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Menu } from '#kit/menu.tsx';
import { MenuButton, MenuLink } from '#kit/menu-entry.tsx';
import { showToast } from '#kit/show-toast.ts';
import { Tabs } from '#kit/tabs.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { Cluster, Section } from './section.tsx';

export function Overlays() {
  return (
    <>
      <Section title="Dialogs and menu" about="Use a dialog for a task and a confirmation for one question.">
        <Cluster>
          <SampleDialog />
          <SampleConfirm />
          <Menu
            variant="secondary"
            trigger={
              <>
                <Icon name="User" /> dana@example.com
              </>
            }
          >
            <MenuLink to="/profile">
              <Icon name="Settings" /> Profile Settings
            </MenuLink>
            <MenuButton>
              <Icon name="LogOut" /> Sign Out
            </MenuButton>
          </Menu>
        </Cluster>
      </Section>
      <Section title="Toasts" about="The result of an action, shown for a short time. Errors stay longer.">
        <Cluster>
          <Button onClick={() => showToast({ title: 'Added to Cart', kind: 'success' })}>Success</Button>
          <Button
            onClick={() =>
              showToast({
                title: 'Sign In Failed',
                description: 'Invalid credentials. Please check your email and password.',
                kind: 'error',
              })
            }
          >
            Error
          </Button>
          <Button onClick={() => showToast({ title: 'Signed out successfully' })}>Plain</Button>
        </Cluster>
      </Section>
      <Section title="Tabs">
        <Tabs
          label="Administration"
          items={['Parts Catalog', 'Conditions', 'Categories', 'User Analytics', 'Security'].map((label) => ({
            value: label,
            label,
            content: <p>What belongs to {label}.</p>,
          }))}
        />
      </Section>
    </>
  );
}

function SampleDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Request Part</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Request This Part" description="2015 Honda Civic">
        <form className="contents" onSubmit={(event) => event.preventDefault()}>
          <DialogBody>
            <div className="space-y-4">
              <TextField label="Email" type="email" required />
              <TextField label="Phone" type="tel" />
              <TextArea label="Additional Notes" />
            </div>
          </DialogBody>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit">
              Submit Request
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}

function SampleConfirm() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete category"
        confirmLabel="Delete all"
        onConfirm={() => setOpen(false)}
      >
        12 parts use &quot;Brakes&quot;. All of them will be deleted. This can't be undone.
      </ConfirmDialog>
    </>
  );
}
