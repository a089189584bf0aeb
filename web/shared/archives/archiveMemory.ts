import { Emitter } from '../../app/Store.ts'

/** Photos that are to be gathered into one file. */
export interface ArchiveRequest {
  /** Global ids, 1 to 100. */
  readonly photoIds: readonly string[]
  /** The shared album that they are in; null: they are the customer's own. */
  readonly sharedAlbumId: string | null
  /** What to call it in lists. */
  readonly name: string | null
}

/** An archive that a tab has asked for and is to download by itself. */
export interface WantedArchive extends ArchiveRequest {
  /** Made up once for each thing asked for: with it, asking again asks for nothing new. */
  readonly key: string
  /** The services' id of the archive; null while it is not known whether it was asked for. */
  readonly downloadId: string | null
  /** When, in milliseconds. */
  readonly asked: number
}

/** A hint that nobody took away, such as by a browser that was closed, is worth nothing after this. */
const hintMilliseconds = 24 * 3_600_000
/** Archives are gone by then; what was downloaded need not be known any more. */
const takenMilliseconds = 8 * hintMilliseconds

const changes = new Emitter()
const keyOf = (accountId: string) => `keepsake.archives.${accountId}`
const takenKeyOf = (accountId: string) => `${keyOf(accountId)}.taken`

/** What this tab has asked for and not downloaded yet; a reload does not change it. */
export function readWanted(accountId: string): readonly WantedArchive[] {
  const found = read(sessionStorage, keyOf(accountId))
  return Array.isArray(found) ? found.filter(isWanted) : []
}

/** Remembers what this tab waits for. */
export function rememberWanted(accountId: string, wanted: readonly WantedArchive[]): void {
  write(sessionStorage, keyOf(accountId), wanted.length > 0 ? wanted : null)
  changes.emit()
}

/** Tells all tabs whether archives are being made. */
export function hintAtArchives(accountId: string, areAny: boolean): void {
  write(localStorage, keyOf(accountId), areAny ? Date.now() : null)
  changes.emit()
}

/** Whether archives are being made or waited for, as far as this tab knows. */
export function hasArchives(accountId: string): boolean {
  const hint = read(localStorage, keyOf(accountId))
  return (typeof hint === 'number' && hint > Date.now() - hintMilliseconds) || readWanted(accountId).length > 0
}

/** Calls back when that may have changed, in whatever tab. Returns what ends that. */
export function subscribeToArchives(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

/**
 * Downloads an archive, unless another tab does or has done so: a copied tab waits for the same ones. A page that is left
 * meanwhile has not done so.
 */
export async function takeArchive(accountId: string, downloadId: string, download: () => Promise<void>): Promise<void> {
  const key = takenKeyOf(accountId)
  await navigator.locks.request(`${keyOf(accountId)}.${downloadId}`, { ifAvailable: true }, async (lock) => {
    if (!lock || takenTimes(read(localStorage, key)).some(([id]) => id === downloadId)) return
    await download()
    const now = Date.now()
    const taken = takenTimes(read(localStorage, key)).filter(([, time]) => time > now - takenMilliseconds)
    write(localStorage, key, [...taken, [downloadId, now]])
  })
}

/** Before signing out: leaves nothing of it behind in this browser. */
export function forgetArchives(accountId: string): void {
  write(sessionStorage, keyOf(accountId), null)
  for (const key of [keyOf(accountId), takenKeyOf(accountId)]) write(localStorage, key, null)
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing goes without: what is asked for is then in the list of downloads. */
function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // Full.
  }
}

function takenTimes(value: unknown): (readonly [downloadId: string, time: number])[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    if (!Array.isArray(entry)) return []
    const [downloadId, time]: unknown[] = entry
    return typeof downloadId === 'string' && typeof time === 'number' ? [[downloadId, time] as const] : []
  })
}

function isWanted(value: unknown): value is WantedArchive {
  if (typeof value !== 'object' || value === null) return false
  const { key, downloadId, asked, photoIds, sharedAlbumId, name }: Partial<Record<keyof WantedArchive, unknown>> = value
  const areTextsOrNull = [downloadId, sharedAlbumId, name].every((text) => text === null || typeof text === 'string')
  const areIds = Array.isArray(photoIds) && photoIds.every((id) => typeof id === 'string')
  return typeof key === 'string' && typeof asked === 'number' && areTextsOrNull && areIds
}
