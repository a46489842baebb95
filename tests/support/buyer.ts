export const BUYER = {
  email: 'dana@example.com',
  name: 'Dana Driver',
  phone: '(619) 555-0187',
  line1: '500 Harbor Drive',
  city: 'San Diego',
  state: 'CA',
  postalCode: '92101',
};
