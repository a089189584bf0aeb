import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { Customer, until } from '../storage/customer.ts'
import { ownAddress } from '../identity/support.ts'
import {
  finishSignIn,
  openSignIn,
  SignInRequest,
  signInAs,
  type TokenAnswer,
  tokensFor,
  Visitor,
} from '../identity/visitor.ts'
import type { Platform } from '../../../services/platform/platform.ts'

const password = 'three green boats'

/** Where the services of a test listen, and their data folder. */
export interface Place {
  readonly url: string
  readonly publicUrl: string
  readonly dataDir: string
}

/** A mail in the outbox. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A person with an account of the identity service, whose name, address and words are unique. */
export class AccountOwner {
  /** A word that nothing else in the installation contains. The person's name, address and texts contain it. */
  readonly word: string
  readonly email: string
  readonly visitor: Visitor
  readonly #place: Place
  #tokens: TokenAnswer

  private constructor(place: Place, own: { word: string; email: string; visitor: Visitor; tokens: TokenAnswer }) {
    this.#place = place
    this.word = own.word
    this.email = own.email
    this.visitor = own.visitor
    this.#tokens = own.tokens
  }

  /** Registers a new person. */
  static async register(place: Place): Promise<AccountOwner> {
    const word = `zq${randomBytes(6).toString('hex')}`
    const email = `${word}@example.com`
    const visitor = new Visitor(place.url, place.publicUrl, ownAddress())
    const tokens = await registerAs(place, visitor, { name: `Mira ${word}`, email })
    return new AccountOwner(place, { word, email, visitor, tokens })
  }

  get id(): string {
    return String(decodeJwt(this.#tokens.access_token).sub)
  }

  get accessToken(): string {
    return this.#tokens.access_token
  }

  get refreshToken(): string {
    return this.#tokens.refresh_token
  }

  /** The person as a customer of all services. */
  get customer(): Customer {
    return new Customer(this.#place.url, { issue: async () => this.accessToken }, this.id)
  }

  async signIn(): Promise<void> {
    const request = signInRequestAt(this.#place)
    this.#tokens = await signInAs(this.visitor, { email: this.email, password }, request)
  }

  /** Enters the password. Returns the answer of the identity service, and the request that the sign-in is for. */
  async enterPassword(): Promise<{
    readonly answer: Response
    readonly page: string
    readonly request: SignInRequest
  }> {
    const request = signInRequestAt(this.#place)
    const page = await openSignIn(this.visitor, request)
    return { answer: await this.visitor.submit(page, { email: this.email, password }), page, request }
  }

  /** Signs in during the grace period, and undoes the deletion. Returns the answer to the button on the page. */
  async undo(): Promise<Response> {
    const { answer, page, request } = await this.enterPassword()
    const token = undoTokenIn(await answer.text())
    const undone = await this.visitor.submit(page.replace('?', '/undo?'), { token })
    if (undone.status === 303) {
      this.#tokens = await tokensFor(this.visitor, request.exchange(await finishSignIn(this.visitor, undone)))
    }
    return undone
  }

  get path(): string {
    return `/identity/v2/identities/keepsake/${this.id}/deleteaccount`
  }

  /** Asks for the deletion; returns the token in the mail. */
  async requestDeletion(): Promise<string> {
    const { status, body } = await this.customer.call('POST', this.path, {
      body: { channel: 'k' },
      headers: { 'accept-language': 'en-GB' },
    })
    if (status !== 204) throw new Error(`The request was answered with ${status}: ${JSON.stringify(body)}`)
    const mail = await this.mailWith('/delete-account-confirmation?confirmation-token=')
    return /confirmation-token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
  }

  async confirm(token: string) {
    return this.customer.call('POST', `${this.path}/${token}/actions/confirm`)
  }

  /** Asks for the deletion and confirms it. */
  async deleteAccount(): Promise<void> {
    const { status, body } = await this.confirm(await this.requestDeletion())
    if (status !== 200) throw new Error(`The confirmation was answered with ${status}: ${JSON.stringify(body)}`)
  }

  /** Registers with the same address again; returns the status of the answer. */
  async registerAgain(): Promise<number> {
    const visitor = new Visitor(this.#place.url, this.#place.publicUrl, ownAddress())
    const page = await openSignIn(visitor, signInRequestAt(this.#place))
    const fields = { name: 'Mira', email: this.email, password, terms: 'yes' }
    return (await visitor.submit(page.replace('?', '/registration?'), fields)).status
  }

  /** An access token of a sign-in of this age (s), signed with the key of the identity service. */
  async tokenOfAge(
    { secrets }: Pick<Platform, 'secrets'>,
    seconds: number,
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const { signing } = JSON.parse(await secrets.readOrMake('identity'))
    const { kid, alg } = signing[0]
    const claims = { ...decodeJwt(this.accessToken), auth_time: Math.floor(Date.now() / 1000) - seconds, ...changes }
    const header = { ...decodeProtectedHeader(this.accessToken), alg, kid }
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(signing[0], alg))
  }

  /** The mails to this person, oldest first. */
  async mails(): Promise<readonly Mail[]> {
    const folder = join(this.#place.dataDir, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted()
    const mails = await Promise.all(
      names.map(async (name): Promise<Mail> => JSON.parse(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.filter(({ to }) => to === this.email)
  }

  /** The newest mail that contains a text. */
  async mailWith(text: string): Promise<Mail> {
    return until(
      async () => (await this.mails()).findLast((mail) => `${mail.subject}\n${mail.text}`.includes(text)) ?? null,
      `a mail with ${text}`,
    )
  }
}

/** The token in the page that offers to undo a deletion; empty if it is another page. */
export function undoTokenIn(page: string): string {
  return /name="token" value="([\w-]+)"/.exec(page)?.[1] ?? ''
}

/** Registers a person, and signs in. */
async function registerAs(
  place: Place,
  visitor: Visitor,
  person: { readonly name: string; readonly email: string },
): Promise<TokenAnswer> {
  const request = signInRequestAt(place)
  const page = await openSignIn(visitor, request)
  const answer = await visitor.submit(page.replace('?', '/registration?'), { ...person, password, terms: 'yes' })
  if (answer.status !== 303) throw new Error(`The registration was answered with ${answer.status}.`)
  return tokensFor(visitor, request.exchange(await finishSignIn(visitor, answer)))
}

function signInRequestAt({ publicUrl }: Place): SignInRequest {
  return new SignInRequest('keepsake-web', `${publicUrl}/auth/callback`)
}
