import type { WakeUp } from './pause.ts'
import type { ReceivedUploads } from './receivedUploads.ts'
import type { UploadMemory } from './uploadMemory.ts'
import type { AccessToken } from './uploadTypes.ts'

export interface UploadQueueOptions {
  /** The account whose library receives the photos. */
  readonly accountId: string
  /** The absolute tus endpoint: `config.uploadUrl`. */
  readonly endpoint: string
  /** Null before the sign-in: the uploads then belong to no account. */
  readonly accessToken: AccessToken | null
  /** Remembers the files that were uploaded before the sign-in, so that an account can claim them. */
  readonly received?: ReceivedUploads
  /** Null if the browser does not provide storage: uploads then do not survive a reload. */
  readonly memory: UploadMemory | null
  /** Overrides the default delays after failures, in ms. */
  readonly retryDelays?: readonly number[]
  /** Subscribes to a signal that outcomes of uploads may be available. The queue then requests them at once. */
  readonly subscribeToUploads?: WakeUp | undefined
  /** Overrides the default delay between two requests for outcomes, in ms. */
  readonly pollMilliseconds?: number
  /** Overrides the default time in ms without progress after which a request is aborted. */
  readonly stalledMilliseconds?: number
}
