import type { RecordSourceProxy } from 'relay-runtime'
import { perSession } from '../../app/Session.ts'
import { Store } from '../../app/Store.ts'
import { projectsPerPage } from './projectsPerPage.ts'

/**
 * The pages of saved projects in Relay's store. When a project is deleted or restored, the projects of later pages
 * move to other pages. So all pages are fetched again before they are shown, and the open page is refreshed.
 */
class ProjectPages extends Store {
  /** The values of `skip` of the pages in the store: how many projects come before each page. */
  readonly #skipped = new Set<number>()

  add(skip: number): void {
    this.#skipped.add(skip)
  }

  /** Removes a project that was deleted. Call it within an update of the store, and `refresh` after it. */
  remove(store: RecordSourceProxy, projectId: string): void {
    store.delete(projectId)
    for (const page of this.#pages(store)) {
      const count = page.getValue('totalCount')
      if (typeof count === 'number') page.setValue(Math.max(0, count - 1), 'totalCount')
    }
    this.reset(store)
  }

  /** Marks all pages as outdated. Call it within an update of the store, and `refresh` after it. */
  reset(store: RecordSourceProxy): void {
    for (const page of this.#pages(store)) page.invalidateRecord()
  }

  /** Fetches the open page again. */
  refresh(): void {
    this.changed()
  }

  #pages(store: RecordSourceProxy) {
    const viewer = store.getRoot().getLinkedRecord('viewer')
    return [...this.#skipped].flatMap(
      (skip) => viewer?.getLinkedRecord('projects', { first: projectsPerPage, skip }) ?? [],
    )
  }
}

export const projectPagesOf = perSession(() => new ProjectPages())
