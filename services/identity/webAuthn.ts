import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isoBase64URL, isoUint8Array } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { Credential } from './passkeys.ts'

/** Where passkeys are created and used: always our own pages at the public address, whatever the brand. */
export interface RelyingParty {
  /** The host of the public address: passkeys are bound to it. */
  readonly id: string
  readonly origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The largest answer of a browser, in characters. */
const longestAnswer = 12_000
const base64Url = z.string().regex(/^[\w-]+={0,2}$/)
/** The transports that are stored. Unknown transports are dropped. */
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transports = z.array(z.string()).transform((values) => values.filter(isTransport))
const credential = { id: base64Url, rawId: base64Url, type: z.literal('public-key') }
const clientExtensionResults = z.object({}).catch({})

const registrationAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: transports.catch([]),
  }),
})
const authenticationAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url,
  }),
})

function isTransport(value: string): value is AuthenticatorTransport {
  return transport.safeParse(value).success
}

/** What the browser needs to create a passkey for an account. */
export async function registrationOptions(
  party: RelyingParty,
  account: { readonly id: string; readonly email: string; readonly name: string },
  { brand, existing }: { readonly brand: string; readonly existing: readonly Credential[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: brand,
    rpID: party.id,
    userName: account.email,
    userDisplayName: account.name,
    userID: isoUint8Array.fromUTF8String(account.id),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports: ways }) => ({
      id: credentialId,
      transports: ways.filter(isTransport),
    })),
    // The sign-in page does not ask for an e-mail address first, so the authenticator must know the account itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What the browser needs to sign in. It names no account, so it reveals none. */
export async function authenticationOptions(party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
}

/** The credential that a browser has created. Null if the browser's answer is invalid for this challenge. */
export async function verifiedRegistration(
  party: RelyingParty,
  text: string,
  challenge: string,
): Promise<Omit<Credential, 'id' | 'accountId'> | null> {
  const response: RegistrationResponseJSON | null = parsed(registrationAnswer, text)
  if (!response) return null
  const result = await nullIfInvalid(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  )
  if (!result?.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: isoBase64URL.fromBuffer(publicKey),
    counter,
    transports: response.response.transports ?? [],
  }
}

/** The answer of a browser that signs in, before it is verified. */
export interface AuthenticationAnswer {
  readonly credentialId: string
  /** The id of the account for which the authenticator has stored the passkey. */
  readonly accountId: string
  readonly response: AuthenticationResponseJSON
}

/** Reads the answer of a browser that signs in. Null if the answer has no valid form. */
export function authenticationAnswerOf(text: string): AuthenticationAnswer | null {
  const response = parsed(authenticationAnswer, text)
  if (!response) return null
  const accountId = isoUint8Array.toUTF8String(isoBase64URL.toBuffer(response.response.userHandle))
  return { credentialId: response.id, accountId, response }
}

/**
 * The outcome of a check. `cloned`: the signature is right, but its counter was used before, so two copies of the
 * passkey exist.
 */
export type Verification =
  | { readonly kind: 'verified'; readonly counter: number }
  | { readonly kind: 'refused' | 'cloned' }

/** Checks the signature, challenge, origin, user verification and counter of a sign-in. */
export async function verifyAnswer(
  party: RelyingParty,
  { response }: AuthenticationAnswer,
  { credential: known, challenge }: { readonly credential: Credential; readonly challenge: string },
): Promise<Verification> {
  const result = await nullIfInvalid(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // With 0, the library does not check the counter. It would check the counter before the signature, so anyone
      // could cause the outcome `cloned`. The counter is checked below instead.
      credential: { id: known.credentialId, publicKey: isoBase64URL.toBuffer(known.publicKey), counter: 0 },
    }),
  )
  if (!result?.verified) return { kind: 'refused' }
  const counter = result.authenticationInfo.newCounter
  const isCounted = counter > 0 || known.counter > 0
  return isCounted && counter <= known.counter ? { kind: 'cloned' } : { kind: 'verified', counter }
}

/** Returns null if the library throws, which it does if the answer is invalid or cannot be decoded. */
async function nullIfInvalid<Result>(verification: Promise<Result>): Promise<Result | null> {
  return verification.catch(() => null)
}

function parsed<Answer>(schema: z.ZodType<Answer>, text: string): Answer | null {
  if (text.length > longestAnswer) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
