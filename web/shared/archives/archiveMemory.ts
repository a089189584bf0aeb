import { Emitter } from '../../app/Store.ts'

/** A request to pack photos into one file. */
export interface ArchiveRequest {
  /** Global ids, 1 to 100. */
  readonly photoIds: readonly string[]
  /** The shared album of the photos; null if they are in the user's own library. */
  readonly sharedAlbumId: string | null
  /** The name in lists. */
  readonly name: string | null
}

/** An archive that a tab has requested and downloads automatically. */
export interface RequestedArchive extends ArchiveRequest {
  /** The idempotency key of the request. */
  readonly key: string
  /** The service's id of the archive; null until the request has been answered. */
  readonly downloadId: string | null
  /** The time of the request, in ms since 1970. */
  readonly asked: number
}

/** A hint (see `storeArchiveHint`) older than this (ms) is ignored, for instance after the browser was closed. */
const hintMilliseconds = 24 * 3_600_000
/** How long (ms) downloads are remembered. The archives are deleted by then. */
const downloadedMilliseconds = 8 * hintMilliseconds

const changes = new Emitter()
const keyOf = (accountId: string) => `keepsake.archives.${accountId}`
const downloadedKeyOf = (accountId: string) => `${keyOf(accountId)}.taken`

/** The archives that this tab has requested and not downloaded yet. They survive a reload. */
export function readRequested(accountId: string): readonly RequestedArchive[] {
  const found = read(sessionStorage, keyOf(accountId))
  return Array.isArray(found) ? found.filter(isRequestedArchive) : []
}

/** Stores the archives that this tab waits for. */
export function storeRequested(accountId: string, requested: readonly RequestedArchive[]): void {
  write(sessionStorage, keyOf(accountId), requested.length > 0 ? requested : null)
  changes.emit()
}

/** Stores for all tabs whether archives are being made. */
export function storeArchiveHint(accountId: string, areAny: boolean): void {
  write(localStorage, keyOf(accountId), areAny ? Date.now() : null)
  changes.emit()
}

/** Whether archives are being made, as last known, or this tab waits for archives. */
export function hasArchives(accountId: string): boolean {
  const hint = read(localStorage, keyOf(accountId))
  return (typeof hint === 'number' && hint > Date.now() - hintMilliseconds) || readRequested(accountId).length > 0
}

/** Calls back when the result of `hasArchives` may have changed, in any tab. Returns a function that unsubscribes. */
export function subscribeToArchives(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

/**
 * Downloads an archive unless another tab downloads it or has downloaded it, because a duplicated tab waits for the
 * same archives. If the page is left before `download` resolves, the archive does not count as downloaded.
 */
export async function downloadOnce(
  accountId: string,
  downloadId: string,
  download: () => Promise<void>,
): Promise<void> {
  const key = downloadedKeyOf(accountId)
  await navigator.locks.request(`${keyOf(accountId)}.${downloadId}`, { ifAvailable: true }, async (lock) => {
    if (!lock || downloadTimes(read(localStorage, key)).some(([id]) => id === downloadId)) return
    await download()
    const now = Date.now()
    const recent = downloadTimes(read(localStorage, key)).filter(([, time]) => time > now - downloadedMilliseconds)
    write(localStorage, key, [...recent, [downloadId, now]])
  })
}

/** Deletes everything that this file has stored in the browser, before signing out. */
export function forgetArchives(accountId: string): void {
  write(sessionStorage, keyOf(accountId), null)
  for (const key of [keyOf(accountId), downloadedKeyOf(accountId)]) write(localStorage, key, null)
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Without storage nothing is downloaded automatically; the archives are still in the list of downloads. */
function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked.
  }
}

function downloadTimes(value: unknown): (readonly [downloadId: string, time: number])[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    if (!Array.isArray(entry)) return []
    const [downloadId, time]: unknown[] = entry
    return typeof downloadId === 'string' && typeof time === 'number' ? [[downloadId, time] as const] : []
  })
}

function isRequestedArchive(value: unknown): value is RequestedArchive {
  if (typeof value !== 'object' || value === null) return false
  const { key, downloadId, asked, photoIds, sharedAlbumId, name }: Partial<Record<keyof RequestedArchive, unknown>> =
    value
  const areTextsOrNull = [downloadId, sharedAlbumId, name].every((text) => text === null || typeof text === 'string')
  const areIds = Array.isArray(photoIds) && photoIds.every((id) => typeof id === 'string')
  return typeof key === 'string' && typeof asked === 'number' && areTextsOrNull && areIds
}
