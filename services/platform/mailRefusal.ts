/**
 * Whether a mail was refused for good: the mail server, or what speaks with it, has said no to the address or to the mail;
 * not to us, and not for now.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isAboutMail && (!('responseCode' in error) || Number(error.responseCode) >= 500)
}
