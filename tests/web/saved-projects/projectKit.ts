import { screen, within } from '@testing-library/react'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'

/** A saved project as the gateway returns it. */
export function project(number: number, own: Record<string, unknown> = {}) {
  return {
    __typename: 'Project',
    id: `global-${number}`,
    projectId: `p/${number}`,
    title: `Project ${number}`,
    productCode: 'PAP_370',
    product: { __typename: 'Product', title: 'Photo book' },
    articleType: 'PhotoBook',
    pages: 48,
    photosCount: 3,
    created: '2026-03-01T12:00:00Z',
    changed: '2026-03-05T12:00:00Z',
    nextStep: 'CONTINUE',
    printableUntil: '2027-08-31',
    missingPhotosCount: 0,
    firstPhotos: [],
    ...own,
  }
}

/** The numbers from `first` to `last`, both included. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** An answer to the page's query. */
export function listOf(projects: readonly object[] | null, totalCount = projects?.length ?? 0) {
  const edges = projects?.map((node) => ({ node }))
  return { viewer: { __typename: 'Viewer', projects: projects && { totalCount, edges } } }
}

export const pageQuery = 'SavedProjectsPageQuery'

/** Opens the page of saved projects with these projects. */
export async function openProjects(
  projects: readonly object[],
  totalCount = projects.length,
  path = '/saved-projects',
) {
  const app = renderApp(path)
  await app.answer(pageQuery, listOf(projects, totalCount))
  await screen.findByRole('list', { name: 'My saved projects' })
  return app
}

/** The items of the list, even while a dialog hides them from screen readers. */
export function items(): HTMLElement[] {
  const list = screen.getByRole('list', { name: 'My saved projects', hidden: true })
  return within(list).getAllByRole('listitem', { hidden: true })
}

/** The titles of the shown projects. */
export function titles(): (string | null)[] {
  return items().map((item) => within(item).getByRole('heading', { hidden: true }).textContent)
}

/** The messages of the toasts. */
export function messages(): string[] {
  return currentToasts().map(({ message }) => message)
}
