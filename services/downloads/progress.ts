import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import { announcementOf } from './announcements.ts'
import type { DownloadsTables } from './tables.ts'

const pauseMilliseconds = 500

/** Keeps and tells how much of an archive is made, now and then; what is told never goes back. */
export class ProgressTeller {
  readonly #platform: Platform
  readonly #database: Kysely<DownloadsTables>
  readonly #id: string
  #last = performance.now()
  #telling: Promise<void> | null = null

  constructor(platform: Platform, database: Kysely<DownloadsTables>, id: string) {
    this.#platform = platform
    this.#database = database
    this.#id = id
  }

  /** @param progress 0 to 1 */
  tell(progress: number): void {
    if (this.#telling || performance.now() - this.#last < pauseMilliseconds) return
    this.#telling = this.#write(Math.round(progress * 1_000) / 1_000)
      .catch((error: unknown) => this.#platform.log.warn({ err: error }, 'the progress of an archive was not told'))
      .finally(() => {
        this.#last = performance.now()
        this.#telling = null
      })
  }

  /** Resolves when nothing more will be told of what was handed in so far. */
  async settled(): Promise<void> {
    await this.#telling
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
