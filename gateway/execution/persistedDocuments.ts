import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { codedError } from '../errors/codes.ts'

const documentFile = z.record(z.string(), z.string())
/** Minimum time in ms between two checks of the file. */
const checkInterval = 1_000

/** The part of a request that names its document: the document's text, or the id of a persisted document. */
export interface DocumentRequest {
  readonly query?: string | null | undefined
  readonly extensions?: unknown
}

/** The documents of our own client, by the ids that relay-compiler assigned. */
export class PersistedDocuments {
  readonly #file: string | undefined
  #documents: ReadonlyMap<string, string> = new Map()
  #ids: ReadonlyMap<string, string> = new Map()
  #modified = 0
  #checkedAt = 0

  /** @throws Error when the file cannot be read */
  constructor(file: string | undefined) {
    this.#file = file
    try {
      this.#load()
    } catch (cause) {
      throw new Error(`PERSISTED_DOCUMENTS is "${file}": this file does not exist or does not map ids to documents.`, {
        cause,
      })
    }
  }

  /**
   * Returns the document to run. Undefined when the request has neither a document nor an id. If it has both, the
   * document is used.
   * @throws PERSISTED_DOCUMENT_NOT_FOUND for an unknown id
   */
  resolve(request: DocumentRequest): string | undefined {
    if (request.query) return request.query
    const id = idOf(request)
    if (id === undefined) return undefined
    const document = this.#documents.get(id) ?? this.#reload(id)
    if (document !== undefined) return document
    throw codedError(
      'PERSISTED_DOCUMENT_NOT_FOUND',
      'No document has this id. Send the text of the document as "query".',
    )
  }

  /** Returns the id of a persisted document. Undefined for any other text. */
  idOf(text: string): string | undefined {
    return this.#ids.get(text)
  }

  get size(): number {
    return this.#ids.size
  }

  /** Checks whether the client was rebuilt while the gateway runs. */
  #reload(id: string): string | undefined {
    if (Date.now() - this.#checkedAt < checkInterval) return undefined
    try {
      this.#load()
    } catch {
      // The file is being written: keep the previous documents.
    }
    return this.#documents.get(id)
  }

  #load(): void {
    this.#checkedAt = Date.now()
    if (this.#file === undefined) return
    const modified = statSync(this.#file).mtimeMs
    if (modified === this.#modified) return
    this.#documents = new Map(Object.entries(documentFile.parse(JSON.parse(readFileSync(this.#file, 'utf8')))))
    this.#ids = new Map([...this.#documents].map(([id, text]) => [text, id]))
    this.#modified = modified
  }
}

/** Reads the id without a schema: each request has one. */
function idOf({ extensions }: DocumentRequest): string | undefined {
  const query = isObject(extensions) ? extensions['persistedQuery'] : undefined
  const id = isObject(query) ? query['sha256Hash'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
