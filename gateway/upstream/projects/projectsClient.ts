import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { type OffsetList, type OffsetPage, cursorAt, pageByOffset } from '../offsetPages.ts'
import { path } from '../path.ts'
import { wireDone } from '../photos/wire.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireProject,
  type WireUsingProjects,
  wireFoundProjects,
  wireProject,
  wireProjectPage,
  wireUsingProjects,
} from './wire.ts'

/** Which projects a list has: the saved ones, or the deleted ones that can be restored. */
export type ProjectList = 'saved' | 'deleted'

/** Maximum number of projects that the service sends in one response. */
export const maximumProjects = 100
/** Maximum length of an id in a lookup. No project has such a long id. */
const longestId = 1_024
/** How many projects are searched for an id if the service cannot find projects by their ids. */
const searchedProjects = 500

const restoring = ['put', '/api/v2/project/{id}/restore'] as const satisfies OfferedCall
const lookup = ['post', '/api/v2/projects/lookup'] as const satisfies OfferedCall
const searchByPhoto = ['post', '/api/v2/projects/using'] as const satisfies OfferedCall

/** The saved projects of one customer. Every method throws UpstreamError. */
export class ProjectsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** True if deleted projects can be listed and restored. */
  canRestore(): Promise<boolean> {
    return this.#offers.has(restoring)
  }

  /** A cursor for `list` that skips the first `count` projects. */
  cursorAfter(count: number): string | null {
    return cursorAt(count)
  }

  /** Lists projects, most recently changed first. Deleted ones can only be listed if `canRestore`. */
  list(list: ProjectList, cursor: string | null, limit: number): Promise<OffsetPage<WireProject>> {
    return pageByOffset(this.#listOf(list), cursor, limit)
  }

  /**
   * Finds projects by their ids, in no particular order: saved ones, and deleted ones that can be restored. At most
   * 100.
   */
  async find(ids: readonly string[]): Promise<readonly WireProject[]> {
    // One id that is too long would make the whole request invalid.
    const body = { projectIds: ids.filter((id) => id.length <= longestId) }
    const at = path`/api/v2/projects/lookup`
    const call = { method: 'POST', path: at, body, answer: wireFoundProjects, isRead: true } as const
    const found = await this.#offers.ask(lookup, () => this.#upstream.call(call, this.#scope))
    return found?.projects ?? this.#search(new Set(ids))
  }

  /** Deletes a project. @returns false if the customer has no such project */
  async delete(id: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/api/v2/project/${id}`, answer: wireDone } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => id))) !== null
  }

  /** Restores a deleted project; a saved one stays as it is. @returns the project, or why it was not restored */
  async restore(id: string): Promise<WireProject | 'notFound' | 'tooMany'> {
    if (!(await this.canRestore())) return 'notFound'
    const at = path`/api/v2/project/${id}/restore`
    const call = { method: 'PUT', path: at, answer: wireProject, isRepeatable: true } as const
    try {
      return await this.#upstream.call(call, this.#scope)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.code === 'NOT_FOUND') return 'notFound'
      if (error.code === 'CONFLICT') return 'tooMany'
      throw error
    }
  }

  /**
   * Finds the saved projects that use any of these photos. Null if the service does not know which photos are used.
   * @param photoIds at most 500
   */
  async findUsing(photoIds: readonly string[]): Promise<WireUsingProjects | null> {
    const at = path`/api/v2/projects/using`
    const call = { method: 'POST', path: at, body: { photoIds }, answer: wireUsingProjects, isRead: true } as const
    return (await this.#offers.ask(searchByPhoto, () => this.#upstream.call(call, this.#scope))) ?? null
  }

  #listOf(list: ProjectList): OffsetList<WireProject> {
    return {
      upstream: this.#upstream.name,
      maximum: maximumProjects,
      idOf: ({ id }) => id,
      read: async (skip, limit) => {
        const query = { skip, limit, list: list === 'saved' ? null : list }
        const at = path`/api/v2/projects/${this.#scope.accountId ?? ''}`
        const answer = await this.#upstream.call({ path: at, query, answer: wireProjectPage }, this.#scope)
        return { items: answer.projects, total: answer.totalCount }
      },
    }
  }

  /** Searches the list of saved projects, and stops when all are found. */
  async #search(wanted: Set<string>): Promise<readonly WireProject[]> {
    const list = this.#listOf('saved')
    const found: WireProject[] = []
    for (let skip = 0; skip < searchedProjects; skip += maximumProjects) {
      const { items, total } = await list.read(skip, maximumProjects)
      found.push(...items.filter(({ id }) => wanted.delete(id)))
      if (wanted.size === 0 || skip + maximumProjects >= total) break
    }
    return found
  }
}
