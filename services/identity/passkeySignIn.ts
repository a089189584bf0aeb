import { addressGroup } from '../../http/addressGroup.ts'
import { emailKey } from '../platform/emailKey.ts'
import { findOpenAccount } from './accounts.ts'
import { admit, withdraw } from './attempts.ts'
import type { DeviceAccount } from './devices.ts'
import { takeChallenge } from './passkeyChallenges.ts'
import { findCredential, notePasskeyUse } from './passkeys.ts'
import { brake, type Locked, type SignInParts } from './signIn.ts'
import { authenticationAnswerOf, type RelyingParty, verifyAnswer } from './webAuthn.ts'

export type PasskeySignInOutcome =
  | { readonly kind: 'signedIn'; readonly account: DeviceAccount }
  | { readonly kind: 'refused'; readonly code: 'passkey' | 'passkeyExpired' }
  | Locked

/** Why a sign-in was refused, for the log. The visitor only learns whether the page has expired. */
type Refusal = 'passkeyForm' | 'passkeyExpired' | 'passkeyUnknown' | 'passkeyRefused' | 'passkeyCloned'

interface PasskeyAttempt {
  /** The uid of the sign-in request. */
  readonly interaction: string
  /** What the browser has answered, as JSON. */
  readonly answer: string
  readonly address: string
  deviceOf(account: DeviceAccount | null): string | null
}

/**
 * Signs in with a passkey. The attempt is counted for the known device, or for the address group. It is not counted for
 * the account: strangers could then delay its owner, and a signature cannot be guessed anyway.
 */
export async function signInWithPasskey(
  parts: SignInParts & { readonly party: RelyingParty },
  attempt: PasskeyAttempt,
): Promise<PasskeySignInOutcome> {
  const { platform, database, reports } = parts
  const answer = authenticationAnswerOf(attempt.answer)
  const credential = answer && (await findCredential(database, answer.credentialId))
  const account = credential && (await findOpenAccount(database, credential.accountId))
  const callers = {
    account: platform.limits.hash(account ? emailKey(account.email) : ''),
    address: platform.limits.hash(addressGroup(attempt.address)),
  }
  const device = attempt.deviceOf(account)
  const brakes = [
    device === null ? brake(platform, 'address', addressGroup(attempt.address)) : brake(platform, 'device', device),
  ]
  const admission = await admit(database, brakes)
  if (!admission.admitted) {
    const by = admission.refusedBy.kind
    reports.report({ action: 'signIn', outcome: 'delayed', by }, callers)
    return { kind: 'locked', retryAfterSeconds: admission.retryAfterSeconds, by }
  }
  const refused = (code: Refusal): PasskeySignInOutcome => {
    reports.report({ action: 'signIn', outcome: 'failed', code }, callers)
    return { kind: 'refused', code: code === 'passkeyExpired' ? code : 'passkey' }
  }
  // Taken even if the answer is invalid, so that each challenge allows one attempt.
  const challenge = await takeChallenge(database, attempt.interaction)
  if (!answer) return refused('passkeyForm')
  if (challenge === null) return refused('passkeyExpired')
  if (!credential || !account || answer.accountId !== account.id) return refused('passkeyUnknown')
  const verification = await verifyAnswer(parts.party, answer, { credential, challenge })
  if (verification.kind !== 'verified') {
    return refused(verification.kind === 'cloned' ? 'passkeyCloned' : 'passkeyRefused')
  }
  if (!(await notePasskeyUse(database, credential, verification.counter))) return refused('passkeyCloned')
  await withdraw(database, brakes)
  reports.report({ action: 'signIn', outcome: 'succeeded' }, callers)
  return { kind: 'signedIn', account }
}
