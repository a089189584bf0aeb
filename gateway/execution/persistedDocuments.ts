import { readFileSync, statSync } from 'node:fs'
import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { badInput, codedError } from '../errors/codes.ts'
import { RegisteredDocuments, type Registrant, sha256 } from './registeredDocuments.ts'

const documentFile = z.record(z.string(), z.string())
/** Minimum time in ms between two checks of the file. */
const checkInterval = 1_000

/** The part of a request that names its document: the document's text, or the id of a persisted document. */
export interface DocumentRequest {
  readonly query?: string | null | undefined
  readonly extensions?: unknown
}

/**
 * The documents that requests can name by an id: those of our own client, by the ids that relay-compiler assigned, and
 * those that other clients have registered by their hashes.
 */
export class PersistedDocuments {
  readonly #registered = new RegisteredDocuments()
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
   * Returns the document to run. Undefined when the request has neither a document nor an id.
   * @throws PERSISTED_QUERY_NOT_FOUND for an unknown id; PERSISTED_QUERY_HASH_MISMATCH when the document has another
   * hash; BAD_USER_INPUT for another version of the protocol
   */
  resolve(request: DocumentRequest): string | undefined {
    const query = persistedQueryOf(request)
    const text = request.query || undefined
    // A query that is not a text is returned as it is: Yoga rejects it.
    if (!query || (text !== undefined && typeof text !== 'string')) return text
    const { sha256Hash: id, version } = query
    if (version !== 1) throw badInput('Unsupported persisted query version. Send "version": 1.')
    if (typeof id !== 'string') throw badInput('"extensions.persistedQuery.sha256Hash" must be a text.')
    if (text !== undefined) {
      if (sha256(text) !== id && this.idOf(text) !== id) throw hashMismatch()
      return text
    }
    const document = this.#documents.get(id) ?? this.#registered.find(id) ?? this.#reload(id)
    if (document === undefined) throw notFound()
    return document
  }

  /** Stores the document of a request that sent its hash with it. Call this when the document is valid. */
  register(request: DocumentRequest, registrant: () => Registrant): void {
    if (!request.query || !namesHash(request) || this.#ids.has(request.query)) return
    this.#registered.register(request.query, registrant())
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

/** Apollo's clients react to this message and code by sending the text. They expect the status 200. */
function notFound(): GraphQLError {
  const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } }
  return new GraphQLError('PersistedQueryNotFound', { extensions })
}

function hashMismatch(): GraphQLError {
  return codedError('PERSISTED_QUERY_HASH_MISMATCH', 'provided sha does not match query')
}

/** Whether a request has the hash or id of its document. */
export function namesHash(request: DocumentRequest): boolean {
  return persistedQueryOf(request) !== undefined
}

/** Reads the extension `persistedQuery`. Uses no wire schema, because any request may have this extension. */
function persistedQueryOf({ extensions }: DocumentRequest): Record<string, unknown> | undefined {
  const query = isObject(extensions) ? extensions['persistedQuery'] : undefined
  return isObject(query) ? query : undefined
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
