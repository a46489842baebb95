/** The form in the header that adds a part to the cart without scripts. The buttons of parts belong to it. */
export const ADD_FORM = 'add-to-cart';

export function AddForm() {
  return <form id={ADD_FORM} method="post" action="/cart" hidden />;
}
