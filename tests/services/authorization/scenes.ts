import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll } from 'vitest'
import { setProjectCount } from '../../../services/customers/projectCounts.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { DownloadsTables } from '../../../services/downloads/tables.ts'
import type { ExportsTables } from '../../../services/exports/tables.ts'
import { insertAccount } from '../../../services/identity/accounts.ts'
import type { IdentityTables } from '../../../services/identity/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { serviceNames } from '../../../services/services.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { type RegisteredRoute, recordRoutes } from '../../support/answerContracts.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../../support/database.ts'
import type { TokenContent } from '../../support/tokens.ts'
import { storePhoto } from '../archiveServices.ts'
import { type Answer, Customer, type PhotoServices, startPhotoServices } from '../storage/customer.ts'
import { insertPurchases } from './purchases.ts'
import type { Form, IdOf, Role } from './row.ts'
import { insertSignIns } from './signIns.ts'
import { stateOf } from './state.ts'

/**
 * What a customer owns. Every text of these things contains the same mark, so that tests can search answers for the
 * mark.
 */
export interface Things extends Readonly<Record<IdOf, string>> {
  readonly mark: string
  readonly email: string
  /** A photo that is not in the album. */
  readonly other: string
  readonly trashed: string
}

/** The owner of everything that is requested, and the roles that request it. */
export interface Scene {
  readonly owner: Things
  readonly stranger: Things
  /** Takes part in the owner's album if it is shared. */
  readonly participantId: string
  /** Makes a call in a role. */
  call(role: Role, method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Makes a call of the owner, with a token that has other claims. */
  callWith(claims: Claims, method: string, path: string, options?: CallOptions): Promise<Answer>
  /** What the owner sees: everything that a call could change. */
  state(): Promise<unknown>
  /** Appends an event of a role's account to the event log. */
  appendEvent(role: Role, event: { readonly type: string; readonly data: unknown }): Promise<void>
  /** The token that a role sends; null for roles without one. */
  token(role: Role): Promise<string | null>
}

/** Claims of a token that differ from the usual ones. Undefined: the token does not have the claim. */
type Claims = Readonly<Record<string, unknown>>

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const projectCounts = { owner: 7654, stranger: 11 } as const
const weekMilliseconds = 7 * 86_400_000

/** A customer of a brand that has a trash. */
class Person extends Customer {
  readonly mark = `mark-${randomUUID()}`
  readonly #claims: Readonly<Record<string, unknown>>

  constructor(running: PhotoServices, claims: Readonly<Record<string, unknown>> = {}) {
    super(running.services.url, running.issuer)
    this.#claims = { client_id: 'keepsake-web', email: this.email, ...claims }
  }

  get email(): string {
    return `${this.mark}@example.com`
  }

  override async token(content?: TokenContent): Promise<string> {
    // Each token states a new sign-in, because the suite takes longer than a sign-in counts as recent.
    const auth_time = Math.floor(Date.now() / 1_000)
    return super.token({ ...content, claims: { auth_time, ...this.#claims, ...content?.claims } })
  }

  /** Makes a call that prepares the scene. */
  async prepare(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.call(method, path, { ...options, headers: { ...options.headers } })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
}

/** All services in this process on their own installation, with every route that they have registered. */
export interface Stage {
  readonly routes: readonly RegisteredRoute[]
  readonly url: string
  readonly platform: Platform
  newScene(form: Form): Promise<Scene>
}

/** The settings of the services. */
const environment = {
  DEMO: 'true',
  // On a fast machine, the tests make more requests for one account than a customer may.
  ACCOUNT_UPLOAD_BURST: '1000000',
  ACCOUNT_CALL_BURST: '1000000',
}

export function useStage(kind: DatabaseKind): Stage {
  let installation: Installation
  let running: PhotoServices
  let routes: readonly RegisteredRoute[] = []
  const secrets = { operator: '', service: '' }
  beforeAll(async () => {
    installation = await createInstallation(kind)
    const started = await recordRoutes(() => startPhotoServices(installation, environment, serviceNames))
    running = started.result
    routes = started.routes
    const secretIn = async (file: string) => (await readFile(join(installation.dataDir, 'keys', file), 'utf8')).trim()
    secrets.operator = await secretIn('operator')
    secrets.service = await secretIn('services')
    await mkdir(join(installation.dataDir, 'backup'))
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })
  return {
    get routes() {
      return routes
    },
    get url() {
      return running.services.url
    },
    get platform() {
      return running.services.platform
    },
    newScene: (form) => createScene(running, secrets, form),
  }
}

async function createScene(
  running: PhotoServices,
  secrets: Readonly<Record<'operator' | 'service', string>>,
  form: Form,
): Promise<Scene> {
  const { platform } = running.services
  const people = {
    // A business account, because only these have invoices.
    owner: new Person(running, { auth_method: 'b2b' }),
    stranger: new Person(running),
    participant: new Person(running),
    business: new Person(running, { auth_method: 'b2b' }),
    blockedBusiness: new Person(running, { auth_method: 'b2b' }),
  }
  await createAccounts(platform, Object.values(people))
  await block(people.blockedBusiness, secrets.operator)
  const owner = await thingsOf(platform, people.owner, projectCounts.owner)
  const stranger = await thingsOf(platform, people.stranger, projectCounts.stranger)
  if (form === 'shared') {
    // A second participant, so that the album stays shared when the first one leaves.
    const participants = [people.participant, new Person(running)].map(({ id, email }) => ({ id, email }))
    const headers = { 'x-operator-secret': secrets.operator }
    await people.owner.prepare('POST', '/photos/dev/shared-albums', {
      body: { albumId: owner.album, participants },
      headers,
    })
  }
  const credentials: Readonly<Record<Role, () => Promise<Readonly<Record<string, string>>>>> = {
    anonymous: async () => ({}),
    expired: async () => bearer(await people.owner.token({ claims: { exp: 1 } })),
    operator: async () => ({ 'x-operator-secret': secrets.operator }),
    service: async () => ({ 'x-service-secret': secrets.service }),
    stranger: async () => bearer(await people.stranger.token()),
    business: async () => bearer(await people.business.token()),
    blockedBusiness: async () => bearer(await people.blockedBusiness.token()),
    participant: async () => bearer(await people.participant.token()),
    owner: async () => bearer(await people.owner.token()),
  }
  const call: Scene['call'] = async (role, method, path, { body, headers } = {}) => {
    const own = await credentials[role]()
    return people.owner.call(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { ...own, ...headers },
      isSignedOut: own['authorization'] === undefined,
    })
  }
  const callWith: Scene['callWith'] = async (claims, method, path, { body, headers } = {}) =>
    people.owner.call(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { ...bearer(await people.owner.token({ claims })), ...headers },
    })
  return {
    owner,
    stranger,
    participantId: people.participant.id,
    call,
    callWith,
    state: () => stateOf(owner, (method, path) => call('owner', method, path, { headers: tusVersion })),
    async appendEvent(role, { type, data }) {
      const account = people[accountRole(role)].id
      await platform
        .database('platform')
        .transaction()
        .execute((change) => platform.events.append(change, [{ type, owner: account, data }]))
    },
    async token(role) {
      const { authorization } = await credentials[role]()
      return authorization?.replace('Bearer ', '') ?? null
    },
  }
}

const tusVersion = { 'tus-resumable': '1.0.0' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function accountRole(role: Role): Exclude<Role, 'anonymous' | 'expired' | 'operator' | 'service'> {
  if (role !== 'anonymous' && role !== 'expired' && role !== 'operator' && role !== 'service') return role
  throw new Error(`${role} has no account.`)
}

/** Blocks a business account, as the operator does. The account must make a request first, which makes it known. */
async function block(person: Person, secret: string): Promise<void> {
  await person.prepare('GET', '/customers/accounts/getaccountinformation')
  const headers = { 'x-operator-secret': secret }
  const body = { email: person.email, status: 'Blocked' }
  await person.prepare('POST', '/customers/dev/business-accounts', { body, headers })
}

async function createAccounts(platform: Platform, people: readonly Person[]): Promise<void> {
  const facts = {
    passwordHash: '',
    business: false,
    demo: false,
    emailState: 'unconfirmed',
    termsAcceptedAt: null,
  } as const
  await platform
    .database<IdentityTables>('identity')
    .transaction()
    .execute(async (change) => {
      for (const { id, email, mark } of people) await insertAccount(change, { ...facts, id, email, name: mark })
    })
}

/** Creates everything that a customer of a scene owns. */
async function thingsOf(platform: Platform, person: Person, projectCount: number): Promise<Things> {
  const { mark } = person
  const file = { fileName: `${mark}.jpg`, bytes: Buffer.from(mark), takenAt: '2019-03-02 10:00:00' }
  const store = async () => (await storePhoto(platform, person.id, file)).id
  const photo = await store()
  // Only the owner has two photos, and one more in the trash, so a count shows whose photos it counts.
  const [other, trashed] = projectCount === projectCounts.owner ? [await store(), await store()] : [photo, photo]
  if (trashed !== photo) await person.prepare('DELETE', `/photos/photos/${trashed}`)
  const { albumId: album } = (await person.prepare('POST', '/photos/albums', { body: { name: mark } })).body
  await person.prepare('POST', `/photos/albums/${album}/photos`, { body: { photoIds: [photo] } })
  const { body: selection } = await person.prepare('POST', '/photos/temp-selections', { body: { photoIds: [photo] } })
  const location = (await person.create(1_000, `${mark}.jpg`)).headers.get('location') ?? ''
  await person.append(location, 0, new Uint8Array(10))
  await person.prepare('GET', '/customers/accounts/getaccountinformation')
  await person.prepare('PUT', '/customers/customers/me', { body: { firstName: mark, lastName: mark } })
  const home = { country: 'NL', name: mark, street: 'Lindengracht', houseNumber: '12', postalCode: '1015 KH' }
  const added = await person.prepare('POST', '/customers/customers/me/addresses', { body: { ...home, city: 'Breda' } })
  await setProjectCount(platform.database<CustomersTables>('customers'), person.id, projectCount)
  return {
    mark,
    email: person.email,
    account: person.id,
    photo,
    other,
    trashed,
    album,
    selection: selection.tempSelectionId,
    address: added.body.id,
    upload: location.split('/').at(-1) ?? '',
    ...(await insertRows(platform, person, photo)),
    ...(await insertPurchases(platform, person, photo)),
    ...(await insertSignIns(platform, person)),
  }
}

/**
 * Inserts what jobs would make: an archive, an export, an upload that has become the photo, and an upload whose
 * renditions are being made.
 */
async function insertRows(platform: Platform, { id: owner, mark, email }: Person, photo: string) {
  const expires = new Date(Date.now() + weekMilliseconds)
  const [download, backup, uploading, endedUpload] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await platform
    .database<DownloadsTables>('downloads')
    .insertInto('downloads')
    .values({
      id: download,
      owner_id: owner,
      name: mark,
      state: 'finished',
      originals: '[]',
      photos_count: 1,
      missing_count: 0,
      progress: 1,
      size: 1,
      request_key: null,
      request_digest: '',
      expires_at: expires,
    })
    .execute()
  const exports = platform.database<ExportsTables>('exports')
  await exports
    .insertInto('backups')
    .values({
      id: backup,
      owner_id: owner,
      channel_id: 'w',
      email,
      status: 'READY',
      library_position: 0,
      ends_at: expires,
    })
    .execute()
  await exports
    .insertInto('backup_chunks')
    .values({
      backup_id: backup,
      number: 1,
      first_photo: 1,
      last_photo: 1,
      content_bytes: 1,
      file_bytes: 1,
      size: 1,
      photos_count: 1,
      checksum: '',
    })
    .execute()
  await platform
    .database<StorageTables>('storage')
    .insertInto('uploads')
    .values([
      { id: uploading, owner_id: owner, file_name: mark, size: 1, state: 'PROCESSING', image_id: uuidv7() },
      { id: endedUpload, owner_id: owner, file_name: mark, size: 1, state: 'READY', image_id: photo },
    ])
    .execute()
  return { download, backup, endedUpload }
}
