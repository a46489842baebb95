/** Examples: '1 part', '1,234 parts'. */
export function formatPartCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'part' : 'parts'}`;
}
