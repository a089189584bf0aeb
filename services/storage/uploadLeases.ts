import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { accountOrNull } from '../platform/access.ts'
import { Backoff } from '../platform/backoff.ts'
import { Problem } from '../platform/problems.ts'
import { claimWithSpace } from './anonymousSpace.ts'
import {
  type UploadClaim,
  type UploadRow,
  claimUpload,
  leaseMilliseconds,
  releaseUpload,
  renewLease,
} from './uploadStore.ts'
import { noSuchUpload } from './wireSchemas.ts'
import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'

/** The right of one request to write to an upload. Renewed until it ends (docs/decisions/0314). */
export interface Lease {
  /** The id of the request, as the row of the upload has it. */
  readonly writer: string
  /** Aborted when the lease was lost, or another request asks for the upload. */
  readonly stopped: AbortSignal
  /** False from the moment at which another request can claim the upload. */
  isHeld(): boolean
  /**
   * Stops the renewals and leaves the row as it is. This is enough for a complete upload, to which nothing can be
   * added.
   */
  endLocally(): void
  /** Ends the lease in the database, too. @returns false if it was lost before */
  release(): Promise<boolean>
}

/** An upload, and the lease on it; null if the upload has ended. */
export interface Claimed {
  readonly upload: UploadRow
  readonly lease: Lease | null
}

/** The leases of this process. In the database, they are exclusive among all replicas. */
export interface UploadLeases {
  /**
   * Waits for the lease on an upload of the caller's account, and asks its holder to stop. A caller without a token
   * gets only an upload without an owner.
   * @param purpose `write`: the request sends bytes; `wait`: it only needs to know that nothing is written
   * @returns null if the client has disconnected
   * @throws Problem 404 if the account has no such upload, 423 if the upload stays locked, 507 if an upload without an
   *   owner has no space any more
   */
  claim(request: FastifyRequest, id: string, purpose: 'write' | 'wait'): Promise<Claimed | null>
  /** Holds the lease that an upload was created with. */
  hold(holder: Holder): Lease
}

type LeaseParts = Pick<Parts, 'platform' | 'database' | 'uploads'>

/** A request with a lease. */
export interface Holder extends UploadClaim {
  /** The value of `performance.now()` just before the statement that takes the lease was sent. */
  readonly since: number
}

const renewalMilliseconds = leaseMilliseconds / 4
/** How long a request waits for a lease. Longer than a lease, so that the lease of a killed process ends meanwhile. */
const maximumWaitMilliseconds = leaseMilliseconds * 2
const firstPauseMilliseconds = 50
const maximumPauseMilliseconds = 500

export function createUploadLeases(parts: LeaseParts): UploadLeases {
  /**
   * Functions that immediately stop the holders in this process. Holders in other processes notice at their next
   * renewal.
   */
  const stopHere = new Map<string, () => void>()

  const hold = (holder: Holder) => {
    const { id } = holder
    const lease = startLease(parts, holder, () => {
      if (stopHere.get(id) === lease.stop) stopHere.delete(id)
    })
    stopHere.set(id, lease.stop)
    return lease
  }

  return {
    hold,
    async claim(request, id, purpose) {
      const claim = { id, ownerId: accountOrNull(request)?.id ?? null, writer: uuidv7() }
      const end = performance.now() + maximumWaitMilliseconds
      const backoff = new Backoff(firstPauseMilliseconds, maximumPauseMilliseconds)
      while (!request.raw.socket.destroyed) {
        const since = performance.now()
        const found = await claimFor(parts, claim, purpose)
        if (!found) throw noSuchUpload()
        if (found.state !== 'RECEIVING') return { upload: found, lease: null }
        if (found.is_claimed) {
          const lease = hold({ ...claim, since })
          const isOurs = found.writer === null || (await excludePreviousWriter(parts, id, lease))
          if (isOurs) return { upload: found, lease }
          // The previous writer has ended the upload since the claim, so `found` is out of date: read the row again.
          continue
        }
        if (performance.now() > end) throw uploadLocked()
        stopHere.get(id)?.()
        await pause(backoff.next())
      }
      return null
    },
  }
}

/** The problem of a request that did not get the upload, or has lost it. */
export function uploadLocked(): Problem {
  return new Problem(423, 'UPLOAD_LOCKED', 'Another request writes to this upload.')
}

/**
 * Keeps late writes of the previous writer away from the file. That writer did not release its lease: its process was
 * killed, or was paused and does not know yet that the lease has ended.
 * @returns false if the upload has no file any more; then the lease is released
 */
async function excludePreviousWriter(parts: LeaseParts, id: string, lease: Lease): Promise<boolean> {
  let isSeparate = false
  try {
    isSeparate = await parts.uploads.separate(id)
  } finally {
    if (!isSeparate) await lease.release()
  }
  return isSeparate
}

/**
 * Claims an upload. To write to an upload without an owner, the space that all such uploads share must be large enough.
 */
async function claimFor({ database, platform }: LeaseParts, claim: UploadClaim, purpose: 'write' | 'wait') {
  const { ownerId } = claim
  if (ownerId !== null || purpose === 'wait') return claimUpload(database, claim)
  return claimWithSpace(database, { ...claim, ownerId }, platform.config.storage.anonymous.totalBytes)
}

/** @param ended called once, when the lease needs no renewal any more */
function startLease(
  { database, platform, uploads }: LeaseParts,
  { id, ownerId, writer, since }: Holder,
  ended: () => void,
): Lease & { readonly stop: () => void } {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  let heldUntil = since + leaseMilliseconds
  let expiry = setTimeout(stop, heldUntil - performance.now())
  const isHeld = () => performance.now() < heldUntil
  // The timer of the expiry can fire a little before the expiry.
  const isOver = () => stopping.signal.aborted || !isHeld()
  const renew = async () => {
    // A lease that has expired is not renewed, and stays lost even if the answer to an earlier renewal comes late.
    if (isOver()) return
    const sent = performance.now()
    const renewed = await renewLease(database, id, writer)
    if (!renewed || renewed.is_writer_asked || isOver()) return stop()
    heldUntil = sent + leaseMilliseconds
    clearTimeout(expiry)
    expiry = setTimeout(stop, heldUntil - performance.now())
  }
  const renewals = setInterval(() => {
    renew().catch((error: unknown) => {
      platform.log.warn({ err: error }, 'the lease of an upload could not be renewed')
    })
  }, renewalMilliseconds)
  const endLocally = () => {
    clearInterval(renewals)
    clearTimeout(expiry)
    ended()
  }
  return {
    writer,
    stopped: stopping.signal,
    stop,
    isHeld,
    endLocally,
    async release() {
      endLocally()
      const arrived = ownerId === null ? ((await uploads.received(id)) ?? 0) : null
      return releaseUpload(database, id, writer, arrived)
    },
  }
}
