import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import type { Kysely } from 'kysely'
import { pictureKey, pictureWidths } from '../../../services/widgets/pictures.ts'
import type { LinksTable, WidgetsTables } from '../../../services/widgets/tables.ts'
import { type BookTokens, createBookTokens } from '../../../services/widgets/tokens.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'

/** A stored book. */
export interface StoredBook {
  readonly code: string
  readonly accountId: string
}

/** An answer with its body as text. */
export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

interface BookFacts {
  readonly title?: string
  /** One entry per page. Null: the picture of this page is missing. */
  readonly pictures?: readonly ({ readonly width: number; readonly height: number } | null)[]
}

const landscape = { width: 1300, height: 867 }
let books = 0

/** The widgets service with books that are stored without orders, for tests of readers, who have only a link. */
export class BookServices extends ServiceGroup {
  #tokens: BookTokens | undefined

  constructor(kind: DatabaseKind) {
    super(kind, ['site', 'widgets'])
    beforeAll(async () => {
      this.#tokens = createBookTokens(await this.platform.secrets.readOrMake('books'))
    })
  }

  get database(): Kysely<WidgetsTables> {
    return this.platform.database<WidgetsTables>('widgets')
  }

  get tokens(): BookTokens {
    if (!this.#tokens) throw new Error('The services are not running yet.')
    return this.#tokens
  }

  /** Stores a book whose copies are complete. The bytes of each picture are its name. */
  async newBook({ title = 'Summer', pictures = [landscape, landscape, null] }: BookFacts = {}): Promise<StoredBook> {
    books += 1
    const book = { code: `KS${20_000_000 + books}-1`, accountId: randomUUID() }
    const order = { order_code: `KS${20_000_000 + books}`, ordered_at: new Date() }
    await this.database
      .insertInto('widgets')
      .values({ code: book.code, account_id: book.accountId, title, state: 'ready', ...order })
      .execute()
    for (const [index, picture] of pictures.entries()) {
      const facts = { code: book.code, number: index + 1, photo_id: randomUUID(), has_picture: picture !== null }
      const taken = index === 1 ? '2025-07-04' : null
      await this.database
        .insertInto('widget_pages')
        .values({ ...facts, taken_on: taken, width: picture?.width ?? null, height: picture?.height ?? null })
        .execute()
      for (const width of picture ? pictureWidths : []) {
        const bytes = Buffer.from(`${book.code} ${index + 1} ${width}`)
        await this.platform.blobs.put(pictureKey(book, index + 1, width), bytes, { contentType: 'image/jpeg' })
      }
    }
    return book
  }

  /** Adds a link to a book. Returns its id and its token. */
  async newLink(
    { code, accountId }: StoredBook,
    kind: LinksTable['kind'] = 'public',
    changes: { readonly expires_at?: Date; readonly ended_at?: Date } = {},
  ): Promise<{ id: string; token: string }> {
    const id = randomUUID()
    const recipient = kind === 'recipient' ? 'ada@example.com' : null
    const facts = { sender_name: null, message: null, brand: null, locale: null, mail_state: null, expires_at: null }
    await this.database
      .insertInto('links')
      .values({
        id,
        code,
        account_id: accountId,
        kind,
        recipient_email: recipient,
        recipient_key: recipient,
        ...facts,
        ...changes,
      })
      .execute()
    return { id, token: this.tokens.ofLink(id) }
  }

  /** Calls a route of readers, at its path behind the edge. */
  async call(path: string, options: RequestInit = {}): Promise<Page> {
    const response = await fetch(`${this.url}/widgets${path}`, options)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }

  async viewsOf(linkId: string): Promise<number> {
    const { views_count: views } = await this.database
      .selectFrom('links')
      .select('views_count')
      .where('id', '=', linkId)
      .executeTakeFirstOrThrow()
    return views
  }
}
