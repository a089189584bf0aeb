import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { codedError } from '../errors/codes.ts'

const documentFile = z.record(z.string(), z.string())
const statPause = 1_000

/** What a client sends: a document, or the id of one that it was built with. */
export interface DocumentRequest {
  readonly query?: string | null | undefined
  readonly extensions?: unknown
}

const persistedQuery = z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) })

/** The documents of our own client, by the ids that relay-compiler gave them. */
export class PersistedDocuments {
  readonly #file: string | undefined
  #documents: ReadonlyMap<string, string> = new Map()
  #ids: ReadonlyMap<string, string> = new Map()
  #modified = 0
  #looked = 0

  /** @throws Error with a sentence when the file cannot be read */
  constructor(file: string | undefined) {
    this.#file = file
    try {
      this.#load()
    } catch (cause) {
      throw new Error(`PERSISTED_DOCUMENTS is "${file}": it cannot be read as documents by id.`, { cause })
    }
  }

  /**
   * The document to run; undefined when neither a document nor an id is given. A document that comes with an id counts.
   * @throws PERSISTED_DOCUMENT_NOT_FOUND for an id that is not known
   */
  resolve(request: DocumentRequest): string | undefined {
    if (request.query) return request.query
    const id = idOf(request)
    if (id === undefined) return undefined
    const document = this.#documents.get(id) ?? this.#lookAgain(id)
    if (document !== undefined) return document
    throw codedError('PERSISTED_DOCUMENT_NOT_FOUND', 'There is no document of this id. Send its text as "query".')
  }

  /** The id of a text that is one of these documents. */
  idOf(text: string): string | undefined {
    return this.#ids.get(text)
  }

  get size(): number {
    return this.#ids.size
  }

  /** The client may have been built again while the gateway runs. */
  #lookAgain(id: string): string | undefined {
    if (Date.now() - this.#looked < statPause) return undefined
    try {
      this.#load()
    } catch {
      // It is being written; what was read before still holds.
    }
    return this.#documents.get(id)
  }

  #load(): void {
    this.#looked = Date.now()
    if (this.#file === undefined) return
    const modified = statSync(this.#file).mtimeMs
    if (modified === this.#modified) return
    this.#documents = new Map(Object.entries(documentFile.parse(JSON.parse(readFileSync(this.#file, 'utf8')))))
    this.#ids = new Map([...this.#documents].map(([id, text]) => [text, id]))
    this.#modified = modified
  }
}

function idOf({ extensions }: DocumentRequest): string | undefined {
  return persistedQuery.safeParse(extensions).data?.persistedQuery.sha256Hash
}
