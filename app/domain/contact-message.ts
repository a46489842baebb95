/** In characters. */
export const contactMaxLengths = { name: 200, email: 320, subject: 300, message: 10_000 } as const;

export const contactTexts = {
  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again.',
  tooMany: "You've sent too many messages recently. Please wait before sending another.",
} as const;
