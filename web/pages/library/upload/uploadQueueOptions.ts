import type { UploadMemory } from './uploadMemory.ts'
import type { AccessToken } from './uploadTypes.ts'

/** What a queue of uploads needs. */
export interface UploadQueueOptions {
  /** Whose library the photos go to. */
  readonly accountId: string
  /** The absolute tus endpoint: `config.uploadUrl`. */
  readonly endpoint: string
  readonly accessToken: AccessToken
  /** Null where the browser cannot keep anything: uploads then do not survive a reload. */
  readonly memory: UploadMemory | null
  /** Waits after failures, in milliseconds, in place of the usual ones. */
  readonly retryDelays?: readonly number[]
  /** Milliseconds without a byte after which a request is given up, in place of the usual. */
  readonly stalledMilliseconds?: number
}
