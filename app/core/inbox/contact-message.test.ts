import { expect, test } from 'vitest';
import { contactMaxLengths, contactTexts } from './contact-message.ts';

test('the contact form has the messages of the specification (Spec §8)', () => {
  expect(contactTexts.sent).toBe("Message sent successfully! We'll get back to you soon.");
  expect(contactTexts.failed).toBe('Failed to send message. Please try again.');
  expect(contactTexts.tooMany).toMatch(/too many messages.*Please wait/);
});

test('each field of a message has a limit', () => {
  expect(contactMaxLengths).toEqual({ name: 200, email: 320, subject: 300, message: 10_000 });
});
