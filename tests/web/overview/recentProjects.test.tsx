import { act, screen, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, expect, test } from 'vitest'
import { ofFile } from '../support/ofFile.ts'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  localStorage.clear()
})

const query = 'RecentProjectsQuery'

function project(number: number, own: object = {}) {
  return {
    __typename: 'Project',
    id: `global-${number}`,
    projectId: `p-${number}`,
    title: `Project ${number}`,
    productCode: 'PAP_370',
    articleType: 'PhotoBook',
    nextStep: 'CONTINUE',
    printableUntil: '2027-08-31',
    missingPhotosCount: 0,
    firstPhotos: [],
    ...own,
  }
}

function listOf(projects: readonly object[] | null) {
  return { viewer: { __typename: 'Viewer', projects: projects && { edges: projects.map((node) => ({ node })) } } }
}

async function openOverview() {
  const app = renderApp('/')
  const photos = { edges: [{ node: photo('a') }] }
  const library = { id: 'library', photosCount: 1, albumsCount: 0, sharedAlbumsCount: 0, photos }
  await app.answer('OverviewPageQuery', { viewer: { library } })
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  return app
}

const section = { name: 'Continue a project' }

test('the overview shows the most recently changed projects, each with a link to the editor, and a link to all', async () => {
  const app = await openOverview()
  await app.answer(query, listOf([project(1), project(2, { title: null, nextStep: 'ORDER_SOON' })]))
  const projects = within(await screen.findByRole('region', section))
  expect(projects.getByRole('link', { name: 'All saved projects' }).getAttribute('href')).toBe('/saved-projects')
  const first = projects.getByRole('link', { name: /^Project 1/ })
  expect(first.getAttribute('href')).toBe('https://editor.test/prints?productCode=PAP_370&projectId=p-1')
  expect(first.textContent).toContain('Can be printed until 31 Aug 2027')
  const second = projects.getByRole('link', { name: /^Untitled project/ })
  expect(second.textContent).toContain('Order soon: we keep its photos only until 31 Aug 2027.')
  act(() => commitLocalUpdate(app.environment, (store) => store.delete('global-1')))
  expect(projects.queryByRole('link', { name: /^Project 1/ })).toBeNull()
})

test('the overview does not mention saved projects while there are none', async () => {
  const app = await openOverview()
  await app.answer(query, listOf([]))
  expect(app.pending(query)).toEqual([])
  expect(screen.queryByRole('region', section)).toBeNull()
})

test('the overview says that saved projects cannot be loaded, with a retry, and shows the rest', async () => {
  const app = await openOverview()
  await app.fail(query)
  const retry = async () => {
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Unable to display your saved projects.')
    const button = within(alert).getByRole('button', { name: 'Try again' })
    await app.user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  }
  await retry()
  // The projects service may fail while the gateway works.
  await app.answer(query, listOf(null))
  await retry()
  expect(screen.getByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  await app.answer(query, listOf([project(1)]))
  expect(await screen.findByRole('region', section)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
