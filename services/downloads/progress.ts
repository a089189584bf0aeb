import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { announcementOf } from './announcements.ts'
import type { DownloadsTables } from './tables.ts'

const pauseMilliseconds = 500

/** Stores and announces the progress of an archive, at most twice a second. The progress never decreases. */
export class ProgressReporter {
  readonly #platform: Platform
  readonly #database: Kysely<DownloadsTables>
  readonly #id: string
  #last = performance.now()
  #writing: Promise<void> | null = null

  constructor(platform: Platform, database: Kysely<DownloadsTables>, id: string) {
    this.#platform = platform
    this.#database = database
    this.#id = id
  }

  /**
   * @param progress 0 to 1
   */
  report(progress: number): void {
    if (this.#writing || performance.now() - this.#last < pauseMilliseconds) return
    this.#writing = this.#write(Math.round(progress * 1_000) / 1_000)
      .catch((error: unknown) => this.#platform.log.warn({ err: error }, 'the progress of an archive was not stored'))
      .finally(() => {
        this.#last = performance.now()
        this.#writing = null
      })
  }

  /** Resolves once all progress reported so far is written. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async #write(progress: number): Promise<void> {
    await this.#database.transaction().execute(async (change) => {
      const moved = await change
        .updateTable('downloads')
        .set({ progress })
        .where('id', '=', this.#id)
        .where('state', '=', 'started')
        .where('progress', '<', progress)
        .returning('owner_id')
        .executeTakeFirst()
      if (!moved) return
      const event = announcementOf('progress', moved.owner_id, { downloadId: this.#id, progress })
      await this.#platform.events.append(change, [event])
    })
  }
}
