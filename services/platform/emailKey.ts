/** How e-mails are compared: spaces around it, case and ways of writing the same letter do not count. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
