/**
 * True if the mail server permanently refused the address or the message. False for refusals of our server, and for
 * temporary ones.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isAboutMail && (!('responseCode' in error) || Number(error.responseCode) >= 500)
}
