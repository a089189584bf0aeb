import { sql, type Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { insertPhoto } from '../archiveServices.ts'
import { appendEvent, callAsService } from '../asService.ts'
import { book, OrderServices } from '../orders/orderServices.ts'
import { type Answer, Customer, until } from '../storage/customer.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import type { ServiceName } from '../../../services/services.ts'
import { renditionKey } from '../../../services/storage/keys.ts'
import { findBook } from '../../../services/widgets/books.ts'
import { pictureKey, type PictureWidth, pictureWidths } from '../../../services/widgets/pictures.ts'
import type { WidgetsTables } from '../../../services/widgets/tables.ts'
import { createBookTokens } from '../../../services/widgets/tokens.ts'
import type { DatabaseKind, Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'
import type { TokenContent } from '../../support/tokens.ts'

/** The status and the code of a problem. */
export const codeOf = ({ status, body }: Answer) => [status, body.code]

/** A customer with books. The token names the site on which the customer has signed in. */
export class Reader extends Customer {
  authMethod = 'password'

  override async token(content?: TokenContent): Promise<string> {
    return super.token({
      ...content,
      claims: { client_id: 'keepsake-web', auth_method: this.authMethod, ...content?.claims },
    })
  }

  async widget(method: string, code: string, below = ''): Promise<Answer> {
    return this.call(method, `/widgets/v1/widget/${code}${below}`)
  }

  async list(query = ''): Promise<Answer['body']> {
    return (await this.call('GET', `/widgets/v1/widgets${query}`)).body
  }

  /** Waits until a widget is in this state. */
  async untilState(code: string, state: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.widget('GET', code)
      return body.state === state ? body : null
    }, `${code} to be ${state}`)
  }
}

/** Stores a photo with its renditions, without an upload. The bytes of a rendition name the photo and its width. */
async function storePicture(
  platform: Platform,
  ownerId: string,
  { id = uuidv7(), takenAt = '2024-06-01 12:30:00' }: { readonly id?: string; readonly takenAt?: string } = {},
): Promise<string> {
  const database = platform.database<PhotosTables>('photos')
  const thumbnails = pictureWidths.map((width) => {
    const key = renditionKey(ownerId, id, String(width))
    return { id: String(width), width, height: Math.round(width * 0.75), key }
  })
  for (const { key, width } of thumbnails)
    await platform.blobs.put(key, Buffer.from(`${id} ${width}`), { contentType: 'image/jpeg' })
  const key = `photos/${ownerId}/${id}/original`
  await insertPhoto(database, ownerId, { id, key, fileName: 'IMG.jpg', bytes: Buffer.from(id), takenAt })
  await database
    .updateTable('photos')
    .set({ thumbnails: JSON.stringify(thumbnails) })
    .where('id', '=', id)
    .execute()
  return id
}

/** Adds photos while no service is running, because only one process can open an embedded database. */
export async function addPictures(installation: Installation, { id }: Customer, count: number): Promise<string[]> {
  const running = await openPlatform(installation)
  try {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) ids.push(await storePicture(running.platform, id))
    return ids
  } finally {
    await running.close()
  }
}

/** Shares a book with an address by mail. */
export async function share(reader: Reader, code: string, email: string, texts: object = {}): Promise<Answer> {
  const good = { vendorId: 'k', fromName: 'Ada Lovelace', personalMessage: 'Look!' }
  const body = { ...good, ...texts, toEmailAddress: Buffer.from(email).toString('base64') }
  return reader.call('PUT', `/widgets/v1/widget/${code}/share`, { body, headers: { 'accept-language': 'en-GB' } })
}

/** The links of a book, newest first. */
export async function linksOf(reader: Reader, code: string): Promise<Answer['body']> {
  return (await reader.widget('GET', code, '/links')).body.links
}

/** The widgets service, with the services that it calls. */
export class WidgetServices extends OrderServices {
  constructor(
    kind: DatabaseKind,
    others: readonly ServiceName[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) {
    super(kind, environment, ['photos', 'widgets', ...others])
  }

  get widgets(): Kysely<WidgetsTables> {
    return this.platform.database<WidgetsTables>('widgets')
  }

  /** Creates a customer. By default, the sign-in is that of a private customer. */
  async newReader(authMethod = 'password'): Promise<Reader> {
    const reader = new Reader(this.url, this.running.issuer)
    reader.authMethod = authMethod
    // The services know an account only after its first request.
    await reader.call('GET', '/customers/accounts/getaccountinformation')
    return reader
  }

  async addPicture({ id }: { readonly id: string }, takenAt?: string): Promise<string> {
    return storePicture(this.platform, id, takenAt === undefined ? {} : { takenAt })
  }

  /** Adds a picture with an id that an order named before the photo existed. */
  async addPictureWithId({ id }: { readonly id: string }, photoId: string): Promise<void> {
    await storePicture(this.platform, id, { id: photoId })
  }

  /** Orders a photo book with these photos; returns the code of its line. */
  async orderBook(customer: Customer, photoIds: readonly string[], title = 'Summer'): Promise<string> {
    const { orderCode } = await this.place(customer, { lines: [{ ...book, title, photoIds }] })
    return `${orderCode}-1`
  }

  /** Creates a customer with a ready book of this number of photos. */
  async newBook(photos = 2): Promise<{ readonly reader: Reader; readonly code: string; readonly photoIds: string[] }> {
    const reader = await this.newReader()
    const photoIds = await Promise.all(Array.from({ length: photos }, async () => this.addPicture(reader)))
    const code = await this.orderBook(reader, photoIds)
    await reader.untilState(code, 'ready')
    return { reader, code, photoIds }
  }

  /** Cancels the order of a line. */
  async cancel(code: string): Promise<void> {
    const { status } = await this.shop('POST', `/${superCodeOf(code)}/cancel`)
    if (status !== 200) throw new Error(`The order was not cancelled: ${status}.`)
  }

  async block(code: string, isBlocked = true): Promise<number> {
    const path = `/widgets/v1/blockedorders/${superCodeOf(code)}`
    return (await callAsService(this, isBlocked ? 'PUT' : 'DELETE', path)).status
  }

  /** The bytes, as text, of the copied picture of a page; null if the page has none. */
  async pictureOf(reader: Customer, code: string, page: number, width: PictureWidth = 300): Promise<string | null> {
    const blob = await this.platform.blobs.get(pictureKey({ accountId: reader.id, code }, page, width))
    const bytes = await blob?.read()
    return bytes instanceof Buffer ? bytes.toString() : null
  }

  /** Whether the link with this URL shows its book. */
  async isShown(address: string): Promise<boolean> {
    const tokens = createBookTokens(await this.platform.secrets.readOrMake('books'))
    return (await findBook({ database: this.widgets, tokens }, address.split('/').at(-1) ?? '')) !== null
  }

  async appendEvent(owner: string, type: string, data: unknown): Promise<void> {
    await appendEvent(this, { owner, type, data })
  }

  /** Waits until the service has handled all events and jobs of an account. */
  async untilIdle({ id }: Customer): Promise<void> {
    await until(async () => {
      if (await this.platform.events.hasUnhandled(this.widgets, { service: 'widgets', owner: id })) return null
      const { rows } = await sql`
        select from jobs.job where starts_with(name, 'widgets.') and state in ('created', 'retry', 'active')
          and position(${id} in data::text) > 0`.execute(this.widgets)
      return rows.length === 0 ? true : null
    }, 'the widgets service to be idle')
  }
}

/** The code of the super order of a line. */
export function superCodeOf(code: string): string {
  return code.replace(/-\d+$/, '')
}
