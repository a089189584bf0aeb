import { hash } from 'node:crypto'

/** The sender of a document. The limits of stored documents apply to each sender. */
export interface Registrant {
  /** The account, or the network of the address for an anonymous caller. */
  readonly key: string
  readonly isAnonymous: boolean
}

/** The limits of one pool of documents. */
export interface PoolLimits {
  /** Maximum number of documents of one registrant. A large client has about 200. */
  readonly documents: number
  /** Maximum size of the documents of one registrant, in characters. */
  readonly characters: number
  /** Maximum size of all documents, in characters. A character takes at most two bytes. */
  readonly total: number
}

const poolLimits: PoolLimits = { documents: 500, characters: 300_000, total: 4_000_000 }
/** Owners are compared by their sizes, rounded to one of this many steps, so that small differences do not count. */
const sizeSteps = 20
/** The memory of an entry beside its text, in characters. */
const overhead = 300

interface Entry {
  readonly text: string
  readonly owner: Owner
}

interface Owner {
  readonly key: string
  /** The hashes of the documents, the least recently used first. */
  readonly hashes: Set<string>
  size: number
}

/**
 * Documents that other clients have registered by their hashes, as Apollo's automatic persisted queries do
 * (docs/decisions/0221). All callers can run them. A document counts towards the limits of the caller who registered
 * it. Anonymous callers and customers have separate pools, because anyone can send requests from many addresses.
 */
export class RegisteredDocuments {
  readonly #customers: DocumentPool
  readonly #anonymous: DocumentPool

  constructor(limits: PoolLimits = poolLimits) {
    this.#customers = new DocumentPool(limits)
    this.#anonymous = new DocumentPool(limits)
  }

  /** The number of documents. */
  get size(): number {
    return this.#customers.size + this.#anonymous.size
  }

  find(id: string): string | undefined {
    return this.#customers.find(id) ?? this.#anonymous.find(id)
  }

  /** Stores a valid document. A document that is already stored is not stored again. */
  register(text: string, { key, isAnonymous }: Registrant): void {
    const id = sha256(text)
    if (this.find(id) === undefined) (isAnonymous ? this.#anonymous : this.#customers).add(id, text, key)
  }
}

/** The id of a document for automatic persisted queries. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

class DocumentPool {
  readonly #limits: PoolLimits
  readonly #entries = new Map<string, Entry>()
  readonly #owners = new Map<string, Owner>()
  #size = 0

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#entries.size
  }

  find(id: string): string | undefined {
    const entry = this.#entries.get(id)
    if (!entry) return undefined
    const { owner, text } = entry
    owner.hashes.delete(id)
    owner.hashes.add(id)
    this.#use(owner)
    return text
  }

  add(id: string, text: string, key: string): void {
    const { documents, characters, total } = this.#limits
    const size = text.length + overhead
    if (size > characters) return
    const owner = this.#owners.get(key) ?? { key, hashes: new Set(), size: 0 }
    this.#use(owner)
    this.#entries.set(id, { text, owner })
    owner.hashes.add(id)
    owner.size += size
    this.#size += size
    while (owner.hashes.size > documents || owner.size > characters) this.#dropOldest(owner)
    while (this.#size > total) this.#dropOldest(this.#largestOwner() ?? owner)
  }

  /** Moves an owner to the end, so that the least recently used owner comes first. */
  #use(owner: Owner): void {
    this.#owners.delete(owner.key)
    this.#owners.set(owner.key, owner)
  }

  #dropOldest(owner: Owner): void {
    const [oldest] = owner.hashes
    if (oldest === undefined) return
    const size = (this.#entries.get(oldest)?.text.length ?? 0) + overhead
    this.#entries.delete(oldest)
    owner.hashes.delete(oldest)
    owner.size -= size
    this.#size -= size
    if (owner.hashes.size === 0) this.#owners.delete(owner.key)
  }

  /**
   * The owner whose documents take the most memory. Of owners with about the same amount, the least recently used one.
   * Scans all owners in about 50 µs, which is needed only while the pool is full.
   */
  #largestOwner(): Owner | undefined {
    const step = this.#limits.characters / sizeSteps
    let largest: Owner | undefined
    let most = -1
    for (const owner of this.#owners.values()) {
      const amount = Math.floor(owner.size / step)
      if (amount > most) [largest, most] = [owner, amount]
    }
    return largest
  }
}
