import type { IdentityRefusal } from './upstreamIdentity.ts'

/** An archive in a test. A retailer's own service sends none of the optional fields. */
export interface Archive {
  readonly id: string
  readonly state?: 'started' | 'finished' | 'error'
  readonly name?: string
  readonly photosCount?: number
  readonly missingCount?: number
  readonly progress?: number
  readonly size?: number | null
  readonly created?: string
  readonly expires?: string | null
}

/** An export in a test. */
export interface Backup {
  readonly backupId: string
  readonly status: 'REQUESTED' | 'IN_PROGRESS' | 'FAILED' | 'READY'
  readonly created?: string
  readonly updated?: string
  readonly chunks?: readonly {
    readonly iteration: number
    readonly size: number
    readonly checksum?: string
    readonly fileName?: string
  }[]
  readonly progress?: number
  readonly photosCount?: number
  readonly missingCount?: number
  readonly expires?: string | null
}

/** An imported album of an older library. */
export interface ImportedAlbum {
  readonly name: string | null
  readonly foundCount: number
  readonly importedCount: number
  readonly existingCount: number
  readonly failedCount: number
  readonly albumId: string | null
}

/** The archives, exports, import and account of one customer. */
export class LongWork {
  /** The archives, newest first. */
  archives: Archive[] = []
  /** The exports, newest first. */
  backups: Backup[] = []
  /** Archive ids by idempotency key. */
  readonly archiveKeys = new Map<string, string>()
  activation: { status: string; import?: Record<string, unknown> | null } = { status: 'ACTIVE' }
  importedAlbums: ImportedAlbum[] = []
  importFailures: { fileName: string; albumName: string | null; reason: string }[] = []
  /** The state of the customer's e-mail address, and the outcome of the next confirmation mail. */
  email: {
    state: string
    sent: Record<string, unknown>
    /** The pending change. */
    change?: { email: string; until: string } | null
    /** If set: the answer to requests and confirmations of an e-mail change, and of a deletion of the account. */
    refusal?: IdentityRefusal
  } = { state: 'unconfirmed', sent: { outcome: 'sent' } }
  /** The deletion of the account. */
  deletion: {
    /** For how many days a deletion can be undone. Null if the identity service does not say, as one with only the calls
     * of the specification. */
    graceDays: number | null
    /** How many links were mailed. */
    linksCount: number
    /** Until when a confirmed deletion can be undone. */
    deletesAt: string | null
  } = { graceDays: 14, linksCount: 0, deletesAt: null }
  accountInformation: Record<string, unknown> = {
    delayedDeletionDate: null,
    lastOrderDate: null,
    projectCount: 0,
    projectedDeletionDate: '2027-09-01T00:00:00Z',
    registrationDate: '2026-03-01T00:00:00Z',
  }
}

/** Builds the archive with this number. Higher numbers are newer. */
export function buildArchive(number: number, own: Partial<Archive> = {}): Archive {
  return {
    id: `018f3c1a-5555-7000-8000-${number.toString(16).padStart(12, '0')}`,
    state: 'finished',
    name: `IMG_${number}.jpg`,
    photosCount: 3,
    missingCount: 1,
    progress: 1,
    size: 3_000_000_000,
    created: '2026-03-01T09:00:00.000Z',
    expires: '2026-03-08T09:00:00.000Z',
    ...own,
  }
}

/** Builds the export with this number. */
export function buildBackup(number: number, own: Partial<Backup> = {}): Backup {
  return {
    backupId: `018f3c1a-6666-7000-8000-${number.toString(16).padStart(12, '0')}`,
    status: 'READY',
    created: '2026-03-01T09:00:00.000Z',
    updated: '2026-03-01T10:00:00.000Z',
    chunks: [
      { iteration: 2, size: 1_500, checksum: 'b2' },
      { iteration: 1, size: 2_000_000_000, checksum: 'a1', fileName: 'photos-2026-03-01-1.zip' },
    ],
    progress: 1,
    photosCount: 12,
    expires: '2026-03-08T10:00:00.000Z',
    ...own,
  }
}

/** Builds a finished import. */
export function buildImport(number: number, own: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: `018f3c1a-7777-7000-8000-${number.toString(16).padStart(12, '0')}`,
    state: 'finished',
    progress: 1,
    started: '2026-03-01T09:00:00.000Z',
    finished: '2026-03-01T09:20:00.000Z',
    foundCount: 10,
    importedCount: 6,
    existingCount: 3,
    failedCount: 1,
    ...own,
  }
}

/** Builds the imported album with this number. */
export function buildImportedAlbum(number: number): ImportedAlbum {
  const albumId = `018f3c1a-3333-7000-8000-${number.toString(16).padStart(12, '0')}`
  return { name: `IMG_${number}.jpg`, foundCount: 4, importedCount: 2, existingCount: 1, failedCount: 1, albumId }
}
