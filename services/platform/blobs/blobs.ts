import type { Readable } from 'node:stream'

/**
 * Stores bytes by key, in a folder or in an S3 bucket (docs/decisions/0114). A key has the form `a/b/c`, with characters
 * of [A-Za-z0-9._-]. The extensions `.jpg`, `.json`, `.pdf`, `.xml` and `.zip` stand for their media types.
 */
export interface BlobStore {
  /** The origin of the URLs that `directUrl` gives, for the content policies of pages. Null if it gives none. */
  readonly directOrigin: string | null
  /** Checks that the store answers. @throws if it does not. Never returns if the machine of the store hangs */
  check(): Promise<void>
  /**
   * Replaces the blob of this key. The new blob becomes visible only when it is complete. The caller keeps a local
   * `file` and must not change it afterwards, because the blob may share its bytes; deleting it is safe. For an
   * iterable, each chunk is written before the next is requested.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array> | Uint8Array | LocalFile,
    options: PutOptions,
  ): Promise<{ size: number }>
  /** Null if there is no such blob. */
  get(key: string): Promise<StoredBlob | null>
  /**
   * How many blobs to open by `chunks` before they are needed, if many are read one after another. Zero if a blob is
   * opened without delay.
   */
  readonly blobsAhead: number
  /**
   * The bytes, for sequential reading. Each chunk is valid only until the next is requested, because buffers are
   * reused. Null if there is no such blob.
   */
  chunks(key: string, options?: ChunksOptions): Promise<AsyncIterable<Buffer> | null>
  /**
   * Calls `run` with the path of a local file that has the bytes. The file is read-only, and valid only during the
   * call. Null if there is no such blob.
   */
  withFile<Result>(key: string, run: (file: string) => Promise<Result>): Promise<Result | null>
  /** Also succeeds for keys that do not exist. */
  delete(keys: readonly string[]): Promise<void>
  /** Deletes all blobs whose keys begin with this folder and a slash. Also succeeds if there are none. */
  deleteFolder(folder: string): Promise<void>
  /**
   * A URL from which a browser reads the blob directly from the store, which answers `Range` and `If-None-Match`. It
   * stays the same for a while, so that caches hit. Null if the store has no such URLs. Does not check that the blob
   * exists.
   */
  directUrl(key: string, options: DirectUrlOptions): Promise<DirectUrl | null>
  /** Removes what killed processes left half-written. */
  removeAbandoned(): Promise<void>
}

export interface PutOptions {
  readonly contentType: string
  /** True for long work for which no customer waits: if the bucket is silent, the request is repeated. */
  readonly isPatient?: boolean
}

export interface LocalFile {
  readonly file: string
  /**
   * Blobs that have the same bytes one after another, if there are any: a bucket joins them itself, so that the file is
   * not sent. They may be deleted meanwhile.
   */
  readonly parts?: readonly BlobPart[]
}

export interface BlobPart {
  readonly key: string
  /** In bytes. */
  readonly length: number
}

export interface ChunksOptions {
  /**
   * True for long work that needs all bytes: then a bucket sends up to 2 MB before they are requested, and if it is
   * silent, the request is repeated. The chunks are a stream then, so a reader that does not begin can close it.
   */
  readonly isAhead?: boolean
}

export interface DirectUrlOptions {
  /** A URL is valid for one method. */
  readonly method: 'GET' | 'HEAD'
  /** The name to download under. */
  readonly fileName: string | null
  /** The `Cache-Control` of the answer. */
  readonly cacheControl: string
  /** When the URL must end at the latest, in seconds since 1970. */
  readonly expires: number
  /** True: the URL ends within half an hour, because the right to read the blob can end at any time. */
  readonly isShort: boolean
}

export interface DirectUrl {
  readonly url: string
  /** How long (s) `directUrl` returns the same URL. The URL is valid at least until then. */
  readonly seconds: number
}

/** The blobs, and the signed URLs by which customers read them. */
export interface Blobs extends BlobStore {
  /**
   * A URL that stays the same for a day and is valid for at least one more day, or exactly until `expires` (to the
   * second). `fileName` makes it a download under that name.
   */
  signedUrl(key: string, options?: SignedUrlOptions): string
  /**
   * Checks the key and query of a signed URL, as received. Throws a problem: 403 if the URL was altered, 410 if it has
   * expired. The caller checks whether a link of an album has ended.
   */
  verify(key: string, query: unknown): VerifiedUrl
}

/**
 * The album that shares a photo with the reader of a signed URL. The URL becomes invalid when the links of the album
 * end.
 */
export interface AlbumLink {
  readonly albumId: string
  /** The generation of the album's links, from 1. */
  readonly generation: number
}

export interface SignedUrlOptions {
  /** The name to download under. */
  readonly fileName?: string
  /** By default, the end of tomorrow (UTC). */
  readonly expires?: Date
  readonly album?: AlbumLink | undefined
  /** True: browsers and proxies must not store the bytes. */
  readonly isConfidential?: boolean
}

/** What a signed URL says besides the key. */
export interface VerifiedUrl {
  /** The name to download under. */
  readonly fileName: string | null
  /** Seconds since 1970. */
  readonly expires: number
  readonly album: AlbumLink | null
  /** True: browsers and proxies must not store the bytes. */
  readonly isConfidential: boolean
}

export interface StoredBlob {
  /** In bytes. */
  readonly size: number
  readonly contentType: string
  readonly modified: Date
  /**
   * Reads the bytes, or the bytes of a range (inclusive), which must be within the blob. Returns few bytes as a buffer,
   * and more bytes as a stream. If the blob has been deleted meanwhile, returns null, or a stream that fails.
   */
  read(range?: { readonly start: number; readonly end: number }): Promise<Buffer | Readable | null>
}
