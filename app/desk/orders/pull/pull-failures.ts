/** Action on the pull list -> beginning of the message when it fails. */
export const pullFailures = {
  pulled: 'Error noting it',
  'put-back': 'Error noting it',
  shelve: 'Error noting it',
  differs: 'Error putting the order on hold',
  missing: 'Error refunding',
} as const;
