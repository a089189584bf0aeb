import { hash } from 'node:crypto'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { DocumentLimits } from '../config.ts'
import { exceededLimits, parseDocument } from '../limits/documentRules.ts'
import { expandedFields, isCompilableSchema } from './compilable.ts'
import { CompiledQuery, maximumVariants } from './compiledQuery.ts'

/** A document after parsing and validation. If `errors` is not empty, the document must not be executed. */
export interface PreparedDocument {
  readonly text: string
  /** The id from our client's build. Undefined for documents of other clients. */
  readonly documentId: string | undefined
  /** Undefined when the text cannot be parsed. */
  readonly document: DocumentNode | undefined
  readonly errors: readonly GraphQLError[]
  /** Returns an operation as a compiled query. Null when the reference executor has to run it. */
  compiled(operation: OperationDefinitionNode): CompiledQuery | null
}

/** Validation rules and limits for documents, and how errors refer to the schema. */
export interface DocumentOptions {
  readonly rules: readonly ValidationRule[]
  readonly limits: DocumentLimits
  /** Whether error messages suggest names ("Did you mean …?"). */
  readonly suggestions: boolean
  /** Returns the id if the text is a document of our own client. Such documents are always cached. */
  documentIdOf(text: string): string | undefined
  /** The number of documents of our own client. */
  documentCount(): number
}

/**
 * Cache size for documents of other clients, in characters of text. A parsed document takes about 70 bytes per
 * character, so the cache takes at most 40 MB.
 */
const maximumCharacters = 600_000
/** The size of a compiled field (about 1 kB), converted to characters. */
const charactersPerField = 14
/** How many digests of other clients' documents are remembered, to detect their second use. */
const maximumSeen = 10_000

/**
 * Parses, validates and caches documents for all transports. Documents of our own client are cached and compiled on
 * first use. Other documents are cached on their second use; the first use only stores a digest.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #options: DocumentOptions
  readonly #isCompilable: boolean
  readonly #own = new Map<string, PreparedDocument>()
  readonly #foreign = new LRUCache<string, PreparedDocument>({
    maxSize: maximumCharacters,
    sizeCalculation: sizeOf,
  })
  readonly #seen = new LRUCache<string, true>({ max: maximumSeen })
  readonly #found = { kept: 0, parsed: 0 }

  constructor(schema: GraphQLSchema, options: DocumentOptions) {
    this.#schema = schema
    this.#options = options
    this.#isCompilable = isCompilableSchema(schema)
  }

  /** Never throws: errors of the document are in `errors`. */
  prepare(text: string): PreparedDocument {
    const known = this.known(text)
    if (known) return known
    this.#found.parsed += 1
    const digest = hash('sha256', text, 'base64')
    if (!this.#seen.get(digest)) {
      this.#seen.set(digest, true)
      return { text, documentId: undefined, ...this.#check(text), compiled: () => null }
    }
    const prepared = this.#prepareCompilable(text, undefined)
    this.#foreign.set(text, prepared)
    return prepared
  }

  /**
   * Returns a cached document, or a document of our own client. Undefined for documents of other clients that are not
   * cached.
   */
  known(text: string): PreparedDocument | undefined {
    const kept = this.#own.get(text) ?? this.#foreign.get(text)
    if (kept) {
      this.#found.kept += 1
      return kept
    }
    const documentId = this.#options.documentIdOf(text)
    if (documentId === undefined) return undefined
    this.#found.parsed += 1
    return this.#keepOwn(text, documentId)
  }

  /** The numbers of cached documents of our own client and of other clients, of cache hits, and of parses. */
  state() {
    return { own: this.#own.size, foreign: this.#foreign.size, ...this.#found }
  }

  #keepOwn(text: string, documentId: string): PreparedDocument {
    // The client was rebuilt: drop all documents, because some are from the old build.
    if (this.#own.size >= this.#options.documentCount()) this.#own.clear()
    const prepared = this.#prepareCompilable(text, documentId)
    this.#own.set(text, prepared)
    return prepared
  }

  #prepareCompilable(text: string, documentId: string | undefined): PreparedDocument {
    const checked = this.#check(text)
    const queries = new Map<OperationDefinitionNode, CompiledQuery | null>()
    const compiled = (operation: OperationDefinitionNode) => {
      if (!checked.document || !this.#isCompilable) return null
      let query = queries.get(operation)
      if (query === undefined) {
        query = CompiledQuery.of(this.#schema, checked.document, operation)
        queries.set(operation, query)
      }
      return query
    }
    return { text, documentId, ...checked, compiled }
  }

  #check(text: string): Pick<PreparedDocument, 'document' | 'errors'> {
    const { limits, rules, suggestions } = this.#options
    try {
      const document = parseDocument(text, limits)
      const exceeded = exceededLimits(document, limits)
      if (exceeded.length > 0) return { document, errors: exceeded }
      return { document, errors: validate(this.#schema, document, rules, { hideSuggestions: !suggestions }) }
    } catch (error) {
      if (error instanceof GraphQLError) return { document: undefined, errors: [error] }
      throw error
    }
  }
}

/** The cache size of a document, including everything that may be compiled from it later. */
function sizeOf({ text, document, errors }: PreparedDocument): number {
  let fields = 0
  // An invalid document is not compiled, and its fragments may be cyclic.
  if (document && errors.length === 0)
    for (const definition of document.definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION) fields += expandedFields(document, definition)
  return text.length + 100 + fields * charactersPerField * maximumVariants
}
