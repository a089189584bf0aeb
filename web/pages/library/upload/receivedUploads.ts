/** A file that storage has received before the sign-in. It has no owner until an account claims it. */
export interface ReceivedUpload {
  readonly uploadUrl: string
  readonly name: string
  /** The size in bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly lastModified: number
  /** Until when an account can claim the file (ISO 8601). */
  readonly keptUntil: string
}

interface Stored {
  readonly uploads: readonly ReceivedUpload[]
  /**
   * The account that has begun to claim the files; null if none has. No other account in this browser can claim them.
   */
  readonly accountId: string | null
}

/** `UploadWatch` also reads this key, so that it can do without the code of this file. */
const storageKey = 'keepsake.receivedUploads'
const none: Stored = { uploads: [], accountId: null }

/**
 * The files that this browser has uploaded before the sign-in, for the account that signs in next. Tabs do not
 * overwrite the changes of other tabs, because the stored list is read just before each change.
 */
export class ReceivedUploads {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage
  }

  list(): readonly ReceivedUpload[] {
    return this.#read().uploads
  }

  /** Adds a file. Forgets the files that an account has begun to claim, because they do not belong to this visitor. */
  add(upload: ReceivedUpload): void {
    const { uploads, accountId } = this.#read()
    this.#write({ uploads: [...(accountId === null ? uploads : []), upload], accountId: null })
  }

  forget(uploadUrls: readonly string[]): void {
    const stored = this.#read()
    const gone = new Set(uploadUrls)
    this.#write({ ...stored, uploads: stored.uploads.filter(({ uploadUrl }) => !gone.has(uploadUrl)) })
  }

  /**
   * Returns the files that this account can claim. If another account has begun to claim the files, forgets all of them
   * and returns none.
   */
  claimFor(accountId: string): readonly ReceivedUpload[] {
    const stored = this.#read()
    const isOthers = stored.accountId !== null && stored.accountId !== accountId
    this.#write(isOthers ? none : { ...stored, accountId })
    return isOthers ? [] : stored.uploads
  }

  #read(): Stored {
    try {
      return storedOf(JSON.parse(this.#storage.getItem(storageKey) ?? 'null'))
    } catch {
      return none
    }
  }

  #write(stored: Stored): void {
    try {
      if (stored.uploads.length === 0) this.#storage.removeItem(storageKey)
      else this.#storage.setItem(storageKey, JSON.stringify(stored))
    } catch {
      // If the browser cannot store the list, later pages do not know these files.
    }
  }
}

function storedOf(value: unknown): Stored {
  if (typeof value !== 'object' || value === null || !('uploads' in value) || !Array.isArray(value.uploads)) return none
  const accountId = 'accountId' in value && typeof value.accountId === 'string' ? value.accountId : null
  return { uploads: value.uploads.filter(isReceived), accountId }
}

function isReceived(value: unknown): value is ReceivedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { uploadUrl, name, size, lastModified, keptUntil } = value as Partial<Record<keyof ReceivedUpload, unknown>>
  const isAddress = typeof uploadUrl === 'string' && URL.canParse(uploadUrl)
  const isMoment = typeof keptUntil === 'string' && !Number.isNaN(Date.parse(keptUntil))
  return (
    isAddress && isMoment && typeof name === 'string' && typeof size === 'number' && typeof lastModified === 'number'
  )
}
