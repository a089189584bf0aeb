/**
 * True if the mail server permanently refused the address or the message. False if it refused our connection or login,
 * and for temporary refusals.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isAboutMail && (!('responseCode' in error) || Number(error.responseCode) >= 500)
}
