import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { address, selection } from './selection.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

function noSelection() {
  return { viewer: { library: { id: 'library', tempSelection: null } } }
}

/** The options of the list of sizes of a photo. */
function sizesOf(name: string): string[] {
  return within(screen.getByRole('combobox', { name: `Size of ${name}` }))
    .getAllByRole('option')
    .map((option) => option.textContent.replaceAll('\u00a0', ' '))
}

describe('the editor', () => {
  test('requests the selection of the URL, and says that it is loading', async () => {
    const app = renderApp(address)
    const { request } = await app.asked('EditorPageQuery')
    expect(request.variables).toEqual({ id: 'selection-1', isProject: false })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your photo prints' })).toBeTruthy()
    expect(screen.getByText('Loading')).toBeTruthy()
  })

  test('shows the photos in the order in which they were selected, each with its possible print sizes', async () => {
    const app = renderApp(address)
    const photos = [photo('b', { width: 6000, height: 4000 }), photo('a', { width: 1024, height: 768 })]
    await app.answer('EditorPageQuery', selection(photos))
    expect(await screen.findByText('2 photos')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'b.jpg',
      'a.jpg',
    ])
    expect(sizesOf('b.jpg')).toEqual([
      'No print',
      '10 × 15 cm · Excellent',
      '13 × 18 cm · Excellent',
      '20 × 30 cm · Excellent',
      '30 × 45 cm · Excellent',
      '40 × 60 cm · Good',
      '50 × 75 cm · Good',
    ])
    expect(sizesOf('a.jpg')).toEqual(['No print', '10 × 15 cm · Acceptable'])
    expect(screen.getByText('6,000 × 4,000 pixels')).toBeTruthy()
  })

  test('says that a photo is too small, or that its size is unknown', async () => {
    const app = renderApp(address)
    const unknown = { ...photo('b'), width: null, height: null, fileName: null }
    await app.answer('EditorPageQuery', selection([photo('a', { width: 200, height: 100 }), unknown]))
    expect(await screen.findByText('Too few pixels for a good print.')).toBeTruthy()
    expect(screen.getByText('The size of this photo is not known.')).toBeTruthy()
    expect(sizesOf('Photo without a name')).toHaveLength(7)
    expect(screen.getByRole('heading', { name: 'Photo without a name' })).toBeTruthy()
  })

  test('loads images only when they are on screen', async () => {
    const app = renderApp(address)
    await app.answer('EditorPageQuery', selection([photo('a')]))
    await screen.findByText('1 photo')
    expect(document.querySelector('main img')?.getAttribute('loading')).toBe('lazy')
  })

  test('shows 500 photos, and a button shows the next ones', async () => {
    const app = renderApp(address)
    const first = Array.from({ length: 500 }, (_, index) => photo(`p${index}`))
    await app.answer('EditorPageQuery', selection(first, 501, true))
    expect(await screen.findByText('501 photos')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show more photos' }))
    const { request } = await app.asked('EditorPhotosPaginationQuery')
    expect(request.variables).toEqual({ id: 'selection-1', first: 500, after: 'cursor-499' })
    await app.answer('EditorPhotosPaginationQuery', selection([photo('last')], 501))
    expect(await screen.findByRole('heading', { name: 'last.jpg' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more photos' })).toBeNull()
  })

  test('says that it is a demonstration, in which nothing is charged or printed', async () => {
    const app = renderApp(address)
    await app.answer('EditorPageQuery', selection([photo('a')]))
    await screen.findByText('1 photo')
    expect(
      screen.getByText(/^This page stands in for the shop of Keepsake\..*nothing is charged, printed/),
    ).toBeTruthy()
  })
})

describe('a selection that cannot be shown', () => {
  test.each([
    ['has ended, or belongs to another account', address],
    ['is not in the URL', '/editor'],
  ])('shows a message with a link back if the selection %s', async (_, path) => {
    const app = renderApp(path)
    await app.answer('EditorPageQuery', noSelection())
    expect(await screen.findByRole('heading', { name: 'Selection not found' })).toBeTruthy()
    expect(screen.getByText(/It has expired, or it belongs to another account/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to my photos' }).getAttribute('href')).toBe('/my-photos/photos')
  })

  test('says that its photos were deleted', async () => {
    const app = renderApp(address)
    await app.answer('EditorPageQuery', selection([]))
    expect(await screen.findByRole('heading', { name: 'No photos are left in this selection' })).toBeTruthy()
  })

  test('shows an error with a retry when a service fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp(address)
    const operation = await app.asked('EditorPageQuery')
    const errors = [{ message: 'The service is down', path: ['viewer', 'library', 'tempSelection'], locations: [] }]
    await act(async () => app.environment.mock.resolve(operation, { data: noSelection(), errors }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error: Your selection could not be loaded')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('EditorPageQuery', selection([photo('a')]))
    expect(await screen.findByText('1 photo')).toBeTruthy()
  })
})

test('in stripped mode the editor has no header, and its link back keeps the mode', async () => {
  const app = renderApp(`${address}&stripped=true`)
  await app.answer('EditorPageQuery', selection([photo('a')]))
  await screen.findByText('1 photo')
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to my photos' }).getAttribute('href')).toBe(
    '/my-photos/photos?stripped=true',
  )
})

describe('the editor of a saved project', () => {
  test('shows the first photos of a saved project, and leads back to the saved projects', async () => {
    const app = renderApp('/editor?productCode=PAP_370&projectId=p-1')
    expect((await app.asked('EditorPageQuery')).request.variables).toEqual({ id: 'p-1', isProject: true })
    const project = { __typename: 'Project', __isNode: 'Project', id: 'global-p-1', title: 'Norway' }
    await app.answer('EditorPageQuery', { addressedNode: { ...project, firstPhotos: [photo('a')] } })
    expect(await screen.findByText('Norway')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Your project' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'a.jpg' })).toBeTruthy()
    const back = screen.getByRole('link', { name: 'My saved projects' })
    expect(back.getAttribute('href')).toBe('/saved-projects')
  })

  test('says so if the project that the URL names does not exist', async () => {
    const app = renderApp('/editor?projectId=p-2')
    await app.answer('EditorPageQuery', { addressedNode: null })
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
  })
})
