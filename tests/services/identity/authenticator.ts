import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test changes in the answer of an authenticator. */
export interface Changes {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  /** False: the authenticator has not verified the user. */
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

interface PasskeyOptions {
  readonly challenge: string
  readonly rpId: string
}

/** An authenticator in software with one passkey. It answers as a browser would. */
export class Authenticator {
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  readonly #id = randomBytes(16)
  readonly #origin: string
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  get credentialId(): string {
    return this.#id.toString('base64url')
  }

  /** The answer to the options of the page that adds a passkey. */
  create(options: PasskeyOptions & { readonly userId: string }, changes: Changes = {}): string {
    this.#userHandle = options.userId
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // A COSE key: EC2, ES256, P-256.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, key])
    const authData = Buffer.concat([this.#data(options, changes, 0x40), attested])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', Uint8Array.from(authData)],
      ]),
    )
    const clientData = this.#clientData('webauthn.create', options, changes)
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal', 'not-a-transport'],
    })
  }

  /** The answer to the options of the sign-in page. The counter increases with each answer. */
  use(options: PasskeyOptions, changes: Changes = {}): string {
    this.#counter += 1
    const clientData = this.#clientData('webauthn.get', options, changes)
    const authData = this.#data(options, changes, 0)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: changes.userHandle ?? this.#userHandle,
    })
  }

  #answer(response: Readonly<Record<string, string | string[]>>): string {
    const id = this.credentialId
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, { challenge }: PasskeyOptions, changes: Changes): Buffer {
    const data = { type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? this.#origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  #data({ rpId }: PasskeyOptions, changes: Changes, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(changes.counter ?? this.#counter)
    const verified = changes.isVerified === false ? 0 : 0x04
    const hash = createHash('sha256')
      .update(changes.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([0x01 | verified | flags]), counter])
  }
}
