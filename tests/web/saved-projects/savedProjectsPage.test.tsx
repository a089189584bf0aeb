import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { photo } from '../support/photos.ts'
import { items, listOf, numbers, openProjects, pageQuery, project, titles } from './projectKit.ts'

afterEach(() => {
  localStorage.clear()
})

const failure = 'Unable to display your saved projects. Please refresh the page or try again later.'
const textOf = (item: HTMLElement | undefined) => item?.textContent.replaceAll('\u00a0', ' ')
const pageLinks = () => within(screen.getByRole('navigation', { name: 'Pages' }))

describe('the page of saved projects', () => {
  test('is in the menu after the downloads, and has a title, a link to the menu, and a skeleton', async () => {
    const app = renderApp('/saved-projects')
    expect(await screen.findByRole('heading', { level: 1, name: 'My saved projects' })).toBeDefined()
    expect(document.title).toMatch(/^My saved projects/)
    const link = screen.getByRole('link', { name: 'My saved projects', current: 'page' })
    const downloads = screen.getByRole('link', { name: 'Downloads' })
    expect(downloads.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe('/#menu')
    expect(within(screen.getByRole('main')).getByText('Loading')).toBeDefined()
    expect((await app.asked(pageQuery)).request.variables).toEqual({ skip: 0, locale: 'en-GB' })
  })

  test('leads to the shop while there are no projects', async () => {
    const app = renderApp('/saved-projects')
    await app.answer(pageQuery, listOf([]))
    expect(await screen.findByRole('heading', { name: 'No saved projects' })).toBeDefined()
    const shop = screen.getByRole('link', { name: /^Go to the shop/ })
    expect([shop.getAttribute('href'), shop.getAttribute('target')]).toEqual(['/', '_blank'])
  })

  test('shows the picture, title, product and dates of each project', async () => {
    await openProjects([project(1, { firstPhotos: [photo('a')] }), project(2, { changed: '2026-03-01T13:00:00Z' })])
    const [first, second] = items()
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('https://images.test/a.300.jpg')
    expect(textOf(first)).toMatch(
      /^Project 1Photo book · 48 pages · 3 photosCreated on 01 Mar 2026 Changed on 05 Mar 2026 /,
    )
    expect(second?.querySelector('img')).toBeNull()
    expect(textOf(second)).toMatch(/Created on 01 Mar 2026 Can be printed/)
    expect(screen.getByText('2 projects')).toBeDefined()
  })

  test('shows a project of which only the ids are known', async () => {
    const known = { __typename: 'Project', id: 'global-1', projectId: 'p-1' }
    const unknown = Object.fromEntries(Object.keys(project(1)).map((name) => [name, null]))
    await openProjects([{ ...unknown, ...known }])
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Continue Untitled project' })
    expect(link.getAttribute('href')).toBe('https://editor.test/prints?projectId=p-1')
    expect(textOf(items()[0])).toBe('Untitled projectContinue Untitled project')
  })

  test.each([
    ['CONTINUE', {}, 'Can be printed until 31 Aug 2027', 'Continue'],
    ['ORDER_SOON', {}, 'Order soon: we keep its photos only until 31 Aug 2027.', 'Finish and order'],
    [
      'REPLACE_PHOTOS',
      { missingPhotosCount: 2 },
      '2 photos of this project were deleted. Replace them before you order.',
      'Replace photos',
    ],
    [
      'REPLACE_PHOTOS',
      { missingPhotosCount: null },
      'Photos of this project were deleted. Replace them before you order.',
      'Replace photos',
    ],
    ['CONTINUE', { printableUntil: null }, null, 'Continue'],
    ['A_LATER_STEP', { printableUntil: null }, null, 'Continue'],
  ])('says what to do with a project: %s %o', async (nextStep, own, sentence, step) => {
    await openProjects([project(7, { nextStep, ...own })])
    const link = within(screen.getByRole('main')).getByRole('link', { name: `${step} Project 7` })
    expect(link.getAttribute('href')).toBe('https://editor.test/prints?productCode=PAP_370&projectId=p%2F7')
    if (sentence === null) expect(textOf(items()[0])).toContain('Changed on 05 Mar 2026 Continue')
    else expect(screen.getByText(sentence)).toBeDefined()
  })

  test('says that the projects cannot be shown; the retry sends a new request', async () => {
    const app = renderApp('/saved-projects')
    await app.fail(pageQuery)
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // The projects service may fail while the gateway works.
    await app.answer(pageQuery, listOf(null))
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer(pageQuery, listOf([project(1)]))
    expect(await screen.findByRole('heading', { name: 'Project 1' })).toBeDefined()
  })

  test('shows what other devices have changed when the customer comes back to the window', async () => {
    const app = await openProjects([project(1), project(2)])
    fireEvent(window, new Event('focus'))
    await app.answer(pageQuery, listOf([project(2, { title: 'Renamed' })]))
    expect(titles()).toEqual(['Renamed'])
  })
})

describe('the pages of saved projects', () => {
  test('have 10 projects each, and a URL of their own; the range of the opened page gets the focus, and Back works', async () => {
    const app = await openProjects(
      numbers(1, 10).map((number) => project(number)),
      23,
    )
    expect(screen.getByText('Projects 1 to 10 of 23')).toBeDefined()
    expect(pageLinks().getByRole('link', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page')
    expect(pageLinks().queryByRole('link', { name: 'Previous page' })).toBeNull()
    await app.user.click(pageLinks().getByRole('link', { name: 'Next page' }))
    expect((await app.asked(pageQuery)).request.variables).toMatchObject({ skip: 10 })
    // The first page stays visible until the second one is loaded.
    expect(titles()[0]).toBe('Project 1')
    await app.answer(
      pageQuery,
      listOf(
        numbers(11, 20).map((number) => project(number)),
        23,
      ),
    )
    expect(await screen.findByText('Projects 11 to 20 of 23')).toBe(document.activeElement)
    expect(app.router.state.location.search).toBe('?page=2')
    await app.user.click(pageLinks().getByRole('link', { name: 'Page 3' }))
    await app.answer(
      pageQuery,
      listOf(
        numbers(21, 23).map((number) => project(number)),
        23,
      ),
    )
    expect(await screen.findByText('Projects 21 to 23 of 23')).toBeDefined()
    expect(pageLinks().queryByRole('link', { name: 'Next page' })).toBeNull()
    await act(() => app.router.navigate(-2))
    expect(await screen.findByText('Projects 1 to 10 of 23')).toBeDefined()
    expect(titles()).toHaveLength(10)
  })

  test('can be opened by their URL', async () => {
    const app = renderApp('/saved-projects?page=3&stripped=true')
    expect((await app.asked(pageQuery)).request.variables).toMatchObject({ skip: 20 })
    await app.answer(pageQuery, listOf([project(21)], 21))
    expect(await screen.findByText('Projects 21 to 21 of 21')).toBeDefined()
    const previous = pageLinks().getByRole('link', { name: 'Previous page' })
    expect(previous.getAttribute('href')).toBe('/saved-projects?page=2&stripped=true')
  })

  test('redirect from a URL beyond the last page to the last page, without a history entry for this URL', async () => {
    const app = renderApp('/saved-projects?page=99')
    await app.answer(pageQuery, listOf([], 13), { skip: 980 })
    await app.answer(pageQuery, listOf([project(11), project(12), project(13)], 13), { skip: 10 })
    expect(await screen.findByText('Projects 11 to 13 of 13')).toBeDefined()
    expect(app.router.state.location.search).toBe('?page=2')
    expect(app.router.state.historyAction).toBe('REPLACE')
  })

  test.each(['0', '-1', '1.5', 'x', ''])('start at page 1 for the invalid address ?page=%s', async (page) => {
    const app = renderApp(`/saved-projects?page=${page}`)
    await waitFor(() => expect(app.pending(pageQuery, { skip: 0 })).toHaveLength(1))
  })
})
