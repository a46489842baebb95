import { useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ToggleButton } from '#kit/toggle-button.tsx';
import { Cluster, Section } from './section.tsx';

export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Toggles />
    </>
  );
}

function Buttons() {
  return (
    <Section
      title="Buttons"
      about="One primary button per view. Use quiet for secondary actions, and danger only in confirmations."
    >
      <div className="space-y-4">
        <Cluster>
          <Button variant="primary">
            <Icon name="ShoppingCart" /> Add to Cart
          </Button>
          <Button>Buy Now</Button>
          <Button variant="quiet">Clear Filters</Button>
          <Button variant="danger">
            <Icon name="Trash2" /> Delete part
          </Button>
        </Cluster>
        <Cluster>
          <Button variant="primary" disabled>
            Find Parts
          </Button>
          <Button disabled>Notify Me</Button>
          <Button variant="quiet" disabled>
            Clear Filters
          </Button>
          <Button variant="primary" busy>
            Sending...
          </Button>
          <Button busy>Updating...</Button>
        </Cluster>
        <Cluster>
          <Button variant="primary" size="large">
            <Icon name="Search" /> Find Parts
          </Button>
          <Button variant="primary" size="small">
            Small
          </Button>
          <Button size="small">Small</Button>
          <ButtonLink to="/junkyard">Browse Parts</ButtonLink>
        </Cluster>
        <Button variant="primary" className="w-full">
          A very long button text that has to wrap on the narrowest phone without leaving its box
        </Button>
      </div>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields" about="The label is above the control. The hint helps to prevent errors.">
      <form className="grid gap-5 sm:grid-cols-2">
        <TextField label="Full Name" name="name" autoComplete="name" required />
        <PasswordField label="Password" name="password" autoComplete="off" />
        <TextField label="Phone" type="tel" name="phone" hint="Only if you'd like us to call." />
        <TextField
          label="Email"
          type="email"
          name="email"
          defaultValue="dana@"
          error="Please enter a valid email address"
        />
        <TextField label="OEM Number" name="oem" defaultValue="45022-TR0-A01" disabled />
        <Select label="Urgency" name="urgency" defaultValue="medium">
          <option value="low">Low: I can wait a few weeks</option>
          <option value="medium">Medium: within a week</option>
          <option value="high">High: as soon as possible</option>
        </Select>
        <Select label="Category" name="category" disabled hint="Choose a year first.">
          <option>Category</option>
        </Select>
        <TextArea
          label="Detailed Description"
          name="description"
          placeholder="Anything that helps to find it"
        />
        <TextArea label="Message" name="message" error="Message is required" />
      </form>
    </Section>
  );
}

function Toggles() {
  const [inStock, setInStock] = useState(true);
  return (
    <Section
      title="Toggles"
      about="A toggle button takes effect immediately; a checkbox is submitted with its form."
    >
      <Cluster>
        <ToggleButton pressed={inStock} onClick={() => setInStock(!inStock)}>
          In Stock Only
        </ToggleButton>
        <ToggleButton pressed={false} disabled>
          Not now
        </ToggleButton>
      </Cluster>
      <Checkbox label="Save this vehicle for next time" defaultChecked className="mt-2" />
      <Checkbox label="Can't be changed" disabled />
      <div className="mt-4 max-w-md">
        <RadioGroup label="Price">
          <Radio name="price" label="Mine" defaultChecked>
            $50.00
          </Radio>
          <Radio name="price" label="Theirs">
            $45.00
          </Radio>
        </RadioGroup>
      </div>
    </Section>
  );
}
