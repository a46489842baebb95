/** Is said if a call has no answer. */
export const TRY_AGAIN = 'Something went wrong. Please try again.';
