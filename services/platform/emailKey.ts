/** The form in which e-mail addresses are compared: ignores surrounding spaces, case and Unicode composition. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
